import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Operations } from '../../src/cli/operations';
import { changes } from '../../src/cli/account-change';
import { createDatabase, dropDatabase, TestApp, type TestAccount } from '../harness/app';
import { changeOf, makeTrunk } from '../harness/trunks';

const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);
const IN_10_S = 10_000;

let databaseUrl: string;
let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  // A process that holds no real calls: the tests say themselves which ones do.
  const api = { ROLE: 'api', DATABASE_URL: databaseUrl, PUBLIC_URL: 'http://127.0.0.1:1' };
  service = await TestApp.start({ SECRET_KEY: KEY, ...api }, databaseUrl);
});
afterAll(async () => {
  await service.stop();
  await dropDatabase(databaseUrl);
});
beforeEach(async () => {
  account = await service.account();
});

const commands = () => new TelephonyOperations(service.app);
const rows = <T>(sql: string, parameters: unknown[] = []) => service.unitOfWork.rows<T>(sql, parameters);

const addTrunk = (kind: 'sip' | 'plivo' = 'sip', given: Record<string, unknown> = {}, name?: string) =>
  makeTrunk(service, kind, given, name);

/** As `account set` with parsed options. */
const setAccount = (options: Parameters<typeof changes>[0]) =>
  new Operations(service.app).setAccount(account.id, changes(options));

async function leg(trunkId: string, ended: Date | null = null, owed = false) {
  await rows(
    `INSERT INTO legs (id, account_id, call_id, attempt, try, trunk_id, kind, channels, began_at, ended_at, hang_up_owed)
     VALUES ('leg_' || gen_random_uuid(), $1, 'call_x', 1, 1, $2, 'contact', 10, now(), $3, $4)`,
    [account.id, trunkId, ended, owed],
  );
}

describe('trunk commands', () => {
  test('show options without secrets', async () => {
    const made = await addTrunk(
      'sip',
      { username: 'acme', password: 's3cret', allow: '203.0.113.0/24' },
      'Mumbai-1',
    );
    expect(made).toMatchObject({
      id: expect.stringMatching(/^trunk_/),
      kind: 'sip',
      name: 'Mumbai-1',
      enabled: true,
      cps: 5,
      server: ['sbc.example'],
      username: 'acme',
      password_set: true,
      allow: ['203.0.113.0/24'],
      state: [],
      channels_in_use: 0,
      accounts: [],
      numbers: [],
      inbound_url: null,
    });
    expect(await commands().trunks.show(made.id)).toEqual(made);
    expect(await commands().trunks.list()).toContainEqual(made);
    expect(JSON.stringify(made)).not.toContain('s3cret');
    const [stored] = await rows<{ secrets: { password: string } }>(
      'SELECT secrets FROM trunks WHERE id = $1',
      [made.id],
    );
    expect(stored?.secrets.password).toMatch(/^v1\./);
  });

  test('reject names that differ from another by case alone', async () => {
    const first = await addTrunk('sip', {}, 'Straße');
    const second = await addTrunk();
    await expect(addTrunk('sip', {}, 'STRASSE')).rejects.toThrow('There is a trunk named "STRASSE" already');
    await expect(
      commands().setTrunk(second.id, { ...(await changeOf({})), name: 'strasse' }, false),
    ).rejects.toThrow('already');
    expect(
      await commands().setTrunk(first.id, { ...(await changeOf({})), name: 'STRASSE' }, false),
    ).toMatchObject({
      name: 'STRASSE',
    });
  });

  test('change the given options alone; an empty text removes an option without a default', async () => {
    const { id, ...before } = await addTrunk('sip', { username: 'u', password: 'p', prefix: '9' });
    const after = await commands().setTrunk(
      id,
      await changeOf({ enabled: 'no', prefix: '', password: '' }),
      false,
    );
    expect(after).toEqual({ id, ...before, enabled: false, prefix: null, password_set: false });
  });

  test('reject options that do not fit, and change nothing then', async () => {
    const { id, ...before } = await addTrunk();
    const notACertificate = join(mkdtempSync(join(tmpdir(), 'aics-')), 'ca.pem');
    writeFileSync(notACertificate, '-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n');
    for (const given of [
      { numberFormat: 'national' },
      { authId: 'x' },
      { register: 'yes' },
      { country: 'QX' },
      { tlsCa: notACertificate },
      { srtp: 'required' },
      { tlsCert: notACertificate },
      { transport: 'tcp', srtp: 'required' },
    ]) {
      await expect(changeOf(given).then((change) => commands().setTrunk(id, change, false))).rejects.toThrow(
        /^--/,
      );
    }
    await expect(commands().setTrunk(id, await changeOf({}), true)).rejects.toThrow(
      '--new-token is no option',
    );
    await expect(commands().setTrunk('trunk_x', await changeOf({}), false)).rejects.toThrow(
      'no trunk trunk_x',
    );
    expect(await commands().trunks.show(id)).toEqual({ id, ...before });
  });

  test.each([
    ['faster: the next call begins at the new rate', '0.1', 9_000, '10', -1_098],
    ['slower: no sooner than the new rate says', '10', 50, '0.1', 10_148],
    ['delayed by many failovers: at the new rate from now on', '0.1', 90_000, '10', 102],
    ['unchanged: as before', '0.1', 9_000, '0.1', 9_000],
  ])('apply the options: %s', async (_, before, dueInMs, after, expectedInMs) => {
    const { id } = await addTrunk('sip', { cps: before });
    const now = service.clock.nowMs();
    await rows('UPDATE trunks SET next_dial_at = $2 WHERE id = $1', [id, new Date(now + dueInMs)]);
    await commands().setTrunk(id, await changeOf({ cps: after, channels: '5' }), false);
    const [row] = await rows<{ at: Date }>('SELECT next_dial_at AS at FROM trunks WHERE id = $1', [id]);
    expect(Math.abs(Number(row?.at) - now - expectedInMs)).toBeLessThan(1_000);
  });

  test("show a cloud carrier's address at the oldest live process, until a new token", async () => {
    const { id } = await addTrunk('plivo');
    const process = (name: string, startedAt: number, heartbeatAt: number, origin: string | null) =>
      rows(`INSERT INTO media_processes VALUES ($1, $2, $3, $1 || ':5060', $4, '[]', '[]')`, [
        name,
        new Date(startedAt),
        new Date(heartbeatAt),
        origin,
      ]);
    const now = service.clock.nowMs();
    await process('dead', now - 90_000, now - 21_000, 'https://dead.example');
    await process('older', now - 80_000, now - 1_000, 'https://older.example');
    await process('newer', now - 70_000, now - 1_000, null);
    await rows(`INSERT INTO trunk_states VALUES ('newer', $1, 'down', 'it cannot be reached', $2)`, [
      id,
      new Date(now),
    ]);
    try {
      const shown = await commands().trunks.show(id);
      expect(shown.state).toEqual([
        {
          process: 'older:5060',
          media_origin: 'https://older.example',
          state: 'unknown',
          reason: null,
          since: new Date(now - 80_000).toISOString(),
        },
        {
          process: 'newer:5060',
          media_origin: null,
          state: 'down',
          reason: 'it cannot be reached',
          since: new Date(now).toISOString(),
        },
      ]);
      expect(shown.inbound_url).toMatch(/^https:\/\/older\.example\/telephony\/plivo\/[\w-]{43}\/inbound$/);
      const renewed = await commands().setTrunk(id, await changeOf({}), true);
      expect(renewed.inbound_url).toMatch(/^https:\/\/older\.example\/telephony\/plivo\/[\w-]{43}\/inbound$/);
      expect(renewed.inbound_url).not.toBe(shown.inbound_url);
    } finally {
      await rows('DELETE FROM media_processes');
    }
  });

  test('remove an unused trunk, and name the users of a used one', async () => {
    const { id } = await addTrunk();
    await setAccount({ carrier: 'sip', trunks: [id] });
    await commands().addNumber(account.id, '+918040000001', { trunkId: id });
    await leg(id);
    await leg(id, new Date());
    expect(await commands().trunks.show(id)).toMatchObject({
      accounts: [account.id],
      numbers: ['+918040000001'],
      channels_in_use: 1,
    });
    await expect(commands().trunks.remove(id)).rejects.toThrow(
      new RegExp(`in use: account ${account.id}; number \\+918040000001; 1 leg of calls\\.$`),
    );
    await setAccount({ carrier: 'simulator', trunks: [] });
    await commands().removeNumber('+918040000001');
    await expect(commands().trunks.remove(id)).rejects.toThrow('in use: 1 leg of calls.');
    await rows('UPDATE legs SET ended_at = now() WHERE trunk_id = $1', [id]);
    expect(await commands().trunks.remove(id)).toMatchObject({ id, channels_in_use: 0 });
    await expect(commands().trunks.show(id)).rejects.toThrow(
      `There is no trunk ${id}: trunk list shows them.`,
    );
  });

  test('report a trunk as used while a hang-up is owed to the network', async () => {
    const { id } = await addTrunk();
    await leg(id, new Date(), true);
    await expect(commands().trunks.remove(id)).rejects.toThrow('1 leg of calls');
  });
});

test('re-encrypts the secrets of trunks with a new SECRET_KEY before the old one is dropped', async () => {
  const { id } = await addTrunk('sip', { username: 'u', password: 's3cret' });
  const sealed = async () => {
    const [row] = await rows<{ sealed: string }>(
      `SELECT secrets ->> 'password' AS sealed FROM trunks WHERE id = $1`,
      [id],
    );
    return row?.sealed;
  };
  const before = await sealed();
  const moved = await TestApp.start({ SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: KEY }, databaseUrl);
  await moved.advance(IN_10_S);
  await moved.stop();
  expect(await sealed()).not.toBe(before);
  const last = await TestApp.start({ SECRET_KEY: OTHER_KEY }, databaseUrl);
  expect(await new TelephonyOperations(last.app).trunks.show(id)).toMatchObject({ password_set: true });
  await last.stop();
});
