import { readTrunkChange } from '../../src/cli/trunk-options';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Operations } from '../../src/cli/operations';
import { changes } from '../../src/cli/account-change';
import { createDatabase, dropDatabase, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';

const KEY = 'a'.repeat(64);
const OTHER_KEY = 'b'.repeat(64);
const IN_10_S = 10_000;

let databaseUrl: string;
let service: TestApp;
let account: TestAccount;
let names = 0;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  service = await TestApp.start({ SECRET_KEY: KEY }, databaseUrl);
}, 120_000);
afterAll(async () => {
  await service.stop();
  await dropDatabase(databaseUrl);
});
beforeEach(async () => {
  account = await service.account();
});

const commands = () => new TelephonyOperations(service.app);
const rows = <T>(sql: string, parameters: unknown[] = []) => service.unitOfWork.rows<T>(sql, parameters);

/** As `trunk add` with the attributes that commander makes of the flags. */
async function addTrunk(
  kind: 'sip' | 'plivo' = 'sip',
  given: Record<string, unknown> = {},
  name = `t${++names}`,
) {
  const required = kind === 'sip' ? { server: ['sbc.example'] } : { authId: 'a', authToken: 'token' };
  const { change } = await readTrunkChange({ ...required, ...given });
  return commands().addTrunk(kind, name, change);
}

const changeOf = async (given: Record<string, unknown>) => (await readTrunkChange(given)).change;

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

describe('trunks', () => {
  test('are shown with their options, without their secrets', async () => {
    const made = await addTrunk(
      'sip',
      { username: 'acme', password: 's3cret', allow: '203.0.113.0/24' },
      'Mumbai-1',
    );
    expect(made).toMatchObject({
      ...{ id: expect.stringMatching(/^trunk_/), kind: 'sip', name: 'Mumbai-1', enabled: true, cps: 5 },
      ...{ server: ['sbc.example'], username: 'acme', password_set: true, allow: ['203.0.113.0/24'] },
      ...{ state: [], channels_in_use: 0, accounts: [], numbers: [], inbound_url: null },
    });
    expect(await commands().showTrunk(made.id)).toEqual(made);
    expect(await commands().listTrunks()).toContainEqual(made);
    expect(JSON.stringify(made)).not.toContain('s3cret');
    const [stored] = await rows<{ secrets: { password: string } }>(
      'SELECT secrets FROM trunks WHERE id = $1',
      [made.id],
    );
    expect(stored?.secrets.password).toMatch(/^v1\./);
  });

  test('have names that are unique whatever their case', async () => {
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

  test('change in what is given alone; an empty text takes back what has no default', async () => {
    const { id, ...before } = await addTrunk('sip', { username: 'u', password: 'p', prefix: '9' });
    const after = await commands().setTrunk(
      id,
      await changeOf({ enabled: 'no', prefix: '', password: '' }),
      false,
    );
    expect(after).toEqual({ id, ...before, enabled: false, prefix: null, password_set: false });
  });

  test('refuse options that do not fit, and then change nothing', async () => {
    const { id, ...before } = await addTrunk();
    for (const given of [
      { numberFormat: 'national' },
      { authId: 'x' },
      { register: 'yes' },
      { country: 'QX' },
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
    expect(await commands().showTrunk(id)).toEqual({ id, ...before });
  });

  test('of a cloud carrier have an address at the oldest live process, until a new token', async () => {
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
      const shown = await commands().showTrunk(id);
      expect(shown.state).toEqual([
        {
          ...{ process: 'older:5060', media_origin: 'https://older.example', state: 'unknown', reason: null },
          since: new Date(now - 80_000).toISOString(),
        },
        {
          ...{ process: 'newer:5060', media_origin: null, state: 'down', reason: 'it cannot be reached' },
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

  test('are removed when nobody uses them, else who does is named', async () => {
    const { id } = await addTrunk();
    await setAccount({ carrier: 'sip', trunks: [id] });
    await commands().addNumber(account.id, '+918040000001', { trunkId: id });
    await leg(id);
    await leg(id, new Date());
    expect(await commands().showTrunk(id)).toMatchObject({
      ...{ accounts: [account.id], numbers: ['+918040000001'], channels_in_use: 1 },
    });
    await expect(commands().removeTrunk(id)).rejects.toThrow(
      new RegExp(`in use: account ${account.id}; number \\+918040000001; 1 leg of calls\\.$`),
    );
    await setAccount({ carrier: 'simulator', trunks: [] });
    await commands().removeNumber('+918040000001');
    await expect(commands().removeTrunk(id)).rejects.toThrow('in use: 1 leg of calls.');
    await rows('UPDATE legs SET ended_at = now() WHERE trunk_id = $1', [id]);
    expect(await commands().removeTrunk(id)).toMatchObject({ id, channels_in_use: 0 });
    await expect(commands().showTrunk(id)).rejects.toThrow(`There is no trunk ${id}: trunk list shows them.`);
  });

  test('are kept by a hang-up that the network still has to be told', async () => {
    const { id } = await addTrunk();
    await leg(id, new Date(), true);
    await expect(commands().removeTrunk(id)).rejects.toThrow('1 leg of calls');
  });
});

describe('accounts', () => {
  const shown = async () => new Operations(service.app).showAccount(account.id);

  test('have trunks in their order, and the settings of real calls', async () => {
    const [first, second] = [await addTrunk(), await addTrunk()];
    expect(await shown()).toMatchObject({
      ...{ trunks: [], rings: 'mobile', human_billing: 'provider', human_language: null, recording: true },
    });
    expect(
      await setAccount({
        ...{ carrier: 'sip', trunks: [second.id, first.id], rings: 'extension' },
        ...{ humanBilling: 'credits', humanLanguage: 'ta-IN', recording: false },
      }),
    ).toMatchObject({
      ...{ carrier: 'sip', trunks: [second.id, first.id], rings: 'extension' },
      ...{ human_billing: 'credits', human_language: 'ta-IN', recording: false },
    });
    expect(await setAccount({ humanLanguage: 'none', trunks: [first.id] })).toMatchObject({
      ...{ human_language: null, trunks: [first.id] },
    });
    expect(await setAccount({ carrier: 'simulator' })).toMatchObject({ trunks: [first.id] });
    expect(await setAccount({ carrier: 'sip' })).toMatchObject({ trunks: [first.id] });
  });

  test('are refused what does not fit, and then nothing has changed', async () => {
    const [sip, plivo] = [await addTrunk(), await addTrunk('plivo')];
    const before = await shown();
    for (const [options, problem] of [
      [{ carrier: 'sip' }, 'The carrier sip needs trunks'],
      [{ carrier: 'sip', trunks: [] }, 'The carrier sip needs trunks'],
      [{ carrier: 'sip', trunks: ['trunk_x'] }, 'There is no trunk trunk_x'],
      [{ carrier: 'sip', trunks: [sip.id, plivo.id] }, `is of kind plivo, and the account's carrier is sip`],
      [{ trunks: [sip.id] }, 'is of kind sip, and simulator uses no trunks'],
      [{ rings: 'extension' }, '--rings extension is for the carrier sip alone'],
      [
        { carrier: 'plivo', trunks: [plivo.id], rings: 'extension' },
        '--rings extension is for the carrier sip alone',
      ],
      [{ humanLanguage: 'klingon' }, '--human-language "klingon" must be a language'],
    ] as const) {
      await expect(
        setAccount({ name: 'Changed', ...options } as Parameters<typeof changes>[0]),
      ).rejects.toThrow(problem);
    }
    expect(await shown()).toEqual(before);
    await setAccount({ carrier: 'sip', trunks: [sip.id], rings: 'extension' });
    await expect(setAccount({ carrier: 'plivo' })).rejects.toThrow('is of kind sip');
    await expect(setAccount({ carrier: 'plivo', trunks: [plivo.id] })).rejects.toThrow('--rings extension');
    await expect(setAccount({ trunks: [] })).rejects.toThrow('needs trunks');
  });

  test('that are new and do not fit are not made', async () => {
    const count = () => rows('SELECT id FROM accounts').then(({ length }) => length);
    const before = await count();
    const made = new Operations(service.app).createAccount(changes({ carrier: 'exotel' }), {});
    await expect(made).rejects.toThrow('The carrier exotel needs trunks');
    expect(await count()).toBe(before);
  });
});

describe('numbers', () => {
  const of = async () => commands().listNumbers(account.id);
  const defaults = async () => (await of()).filter((one) => one.is_default).map((one) => one.phone_number);
  const next = () => `+9180${String(10_000_000 + ++names)}`;

  test('the first is the default until another is; when that goes, the oldest', async () => {
    const { id: trunkId } = await addTrunk();
    const [a, b, c] = [next(), next(), next()];
    const made = await commands().addNumber(account.id, b, { trunkId });
    expect(made).toEqual({
      ...{
        phone_number: b,
        account: account.id,
        trunk: trunkId,
        agent_id: null,
        is_default: true,
        outbound: true,
      },
      created_at: expect.stringMatching(/Z$/),
    });
    await service.advance(1_000);
    await commands().addNumber(account.id, a, { trunkId, outbound: false });
    expect(await defaults()).toEqual([b]);
    await service.advance(1_000);
    await commands().addNumber(account.id, c, { trunkId, makeDefault: true });
    expect(await defaults()).toEqual([c]);
    expect((await of()).map((one) => one.phone_number)).toEqual([a, b, c]);
    await commands().removeNumber(c);
    expect(await defaults()).toEqual([b]);
    await commands().setNumber(a, { makeDefault: true });
    expect(await defaults()).toEqual([a]);
    await commands().removeNumber(b);
    await commands().removeNumber(a);
    expect(await of()).toEqual([]);
  });

  test('are of one account alone, on a trunk that exists', async () => {
    const { id: trunkId } = await addTrunk();
    const phone = next();
    await commands().addNumber(account.id, phone, { trunkId });
    const other = await service.account();
    for (const id of [account.id, other.id]) {
      await expect(commands().addNumber(id, phone, { trunkId })).rejects.toThrow(
        `${phone} belongs to an account already`,
      );
    }
    await expect(commands().addNumber(account.id, next(), { trunkId: 'trunk_x' })).rejects.toThrow(
      'no trunk trunk_x',
    );
    await expect(commands().addNumber('acct_x', next(), { trunkId })).rejects.toThrow('no account acct_x');
    await expect(commands().setNumber(phone, { trunkId: 'trunk_x' })).rejects.toThrow('no trunk trunk_x');
    await expect(commands().setNumber('+918099999999', {})).rejects.toThrow('No account has the number');
    await expect(commands().removeNumber('+918099999999')).rejects.toThrow('No account has the number');
    expect(await defaults()).toEqual([phone]);
  });

  test('are answered by an agent of the account that answers calls', async () => {
    const { id: trunkId } = await addTrunk();
    const other = await service.account();
    const outbound = await makeAgent(service, account);
    const both = await makeAgent(service, account, { direction: 'both', name: 'Both' });
    const foreign = await makeAgent(service, other, { direction: 'inbound', name: 'Foreign' });
    const phone = next();
    for (const agentId of [outbound, foreign, 'agent_x']) {
      await expect(commands().addNumber(account.id, phone, { trunkId, agentId })).rejects.toThrow(
        `The agent ${agentId} must be one of the account`,
      );
    }
    expect(await commands().addNumber(account.id, phone, { trunkId, agentId: both })).toMatchObject({
      agent_id: both,
    });
    await expect(commands().setNumber(phone, { agentId: outbound })).rejects.toThrow('inbound or both');
    expect(await commands().setNumber(phone, { outbound: false })).toMatchObject({
      agent_id: both,
      outbound: false,
    });
    expect(await commands().setNumber(phone, { agentId: null })).toMatchObject({ agent_id: null });
  });

  test('that come at once leave one default', async () => {
    const { id: trunkId } = await addTrunk();
    await Promise.all(
      Array.from({ length: 6 }, () =>
        commands().addNumber(account.id, next(), { trunkId, makeDefault: true }),
      ),
    );
    expect(await defaults()).toHaveLength(1);
  });
});

test('a new SECRET_KEY takes the secrets of trunks over, and only then the old one goes', async () => {
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
  expect(await new TelephonyOperations(last.app).showTrunk(id)).toMatchObject({ password_set: true });
  await last.stop();
}, 60_000);
