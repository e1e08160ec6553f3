import { Operations } from '../../src/cli/operations';
import { changes } from '../../src/cli/account-change';
import { createDatabase, dropDatabase, eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';
import { makeTrunk } from '../harness/trunks';
import { TALKS } from '../harness/sip-accounts';

const NO_PROCESS = 'No media process is running.';

/** No process holds real calls. */
let service: TestApp;
let worker: TestApp;
let databaseUrl: string;
let account: TestAccount;
let agent_id: string;
let humans: HumanCallTests;

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const shared = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: '9'.repeat(64),
    PUBLIC_URL: 'http://127.0.0.1:1',
  };
  service = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  worker = await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl);
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await dropDatabase(databaseUrl);
});
beforeEach(() => newAccount());

/** An account on a SIP trunk that is nowhere. */
async function newAccount(options: Parameters<typeof changes>[0] = {}): Promise<void> {
  const { id: trunk } = await makeTrunk(service);
  const asked = changes({ carrier: 'sip', trunks: [trunk], lines: 2, callingHours: 'always', ...options });
  const made = await new Operations(service.app).createAccount(asked, {
    credits: 10_000_000n,
    withKey: true,
  });
  account = { id: made.id, key: 'key' in made ? made.key : '' };
  agent_id = await makeAgent(service, account, TALKS);
  humans = new HumanCallTests(service, account);
}

const setAccount = (options: Parameters<typeof changes>[0]) =>
  new Operations(service.app).setAccount(account.id, changes(options));
const advance = async (ms: number) => {
  await service.advance(ms);
  await worker.advance(ms);
};
const api = () => service.api(account);
const queue = (fields: object = {}) =>
  api().post('/calls', { agent_id, phone_number: number('0001'), ...fields });
const dials = () => service.unitOfWork.rows('SELECT FROM dials WHERE account_id = $1', [account.id]);

describe('an AI call of an account on a real carrier', () => {
  test('waits for a media process without a line, and is dialed when the carrier becomes the simulator', async () => {
    const made = await queue();
    expect(made).toMatchObject({ status: 'queued', status_reason: NO_PROCESS });
    expect(made.scheduled_for).toBeUndefined();
    const more = [await queue(), await queue()];
    await advance(5_000);
    for (const { id } of [made, ...more]) {
      expect(await api().get(`/calls/${id}`)).toMatchObject({ status: 'queued', status_reason: NO_PROCESS });
    }
    expect(await dials()).toEqual([]);
    await setAccount({ carrier: 'simulator' });
    await eventually(async () => {
      expect(await dials()).toHaveLength(3);
    });
  });

  test('reports the media process as the reason after the time rules, before credits', async () => {
    const scheduled_for = new Date(service.clock.nowMs() + 3_600_000).toISOString();
    expect((await queue({ scheduled_for })).status_reason).toMatch(/^Scheduled/);
    const { id } = await queue();
    await service.unitOfWork.rows('UPDATE credit_accounts SET balance = 0 WHERE account_id = $1', [
      account.id,
    ]);
    expect((await api().get(`/calls/${id}`)).status_reason).toBe(NO_PROCESS);
  });

  test('is not reported as waiting while a media process lives, which decides', async () => {
    const { id } = await queue();
    const now = new Date(service.clock.nowMs());
    await service.unitOfWork.rows(
      `INSERT INTO media_processes VALUES ('m', $1, $1, '127.0.0.1:5060', NULL, '[]', '[]')`,
      [now],
    );
    try {
      expect((await api().get(`/calls/${id}`)).status_reason).toBeUndefined();
      await advance(21_000);
      expect((await api().get(`/calls/${id}`)).status_reason).toBe(NO_PROCESS);
    } finally {
      await service.unitOfWork.rows('DELETE FROM media_processes');
    }
    expect(await dials()).toEqual([]);
  });

  test('is canceled and expires as any other call', async () => {
    await newAccount({ queueHours: 600 });
    const [canceled, expired] = [await queue(), await queue()];
    expect(await api().post(`/calls/${canceled.id}/cancel`)).toMatchObject({ status: 'canceled' });
    await advance(601_000);
    await eventually(async () => {
      expect(await api().get(`/calls/${expired.id}`)).toMatchObject({ status: 'expired' });
    });
  });

  test('is dialed on the simulator when it is a test call', async () => {
    const { id } = await queue({ test: true });
    await eventually(async () => {
      expect(await api().get(`/calls/${id}`)).toMatchObject({ dialed_at: expect.any(String) });
    });
  });
});

describe('a human call of an account on a real carrier', () => {
  test('waits for a media process, reserves no line, and fails after 10 minutes', async () => {
    const counsellor_id = await humans.counsellor();
    const { id } = await humans.call({ counsellor_id });
    expect(await humans.read(id)).toMatchObject({ status: 'queued', status_reason: NO_PROCESS });
    await advance(5_000);
    const waits = await service.unitOfWork.rows('SELECT ready FROM line_waits WHERE call_id = $1', [id]);
    expect(waits).toEqual([{ ready: false }]);
    await advance(600_000);
    expect(await humans.reaches(id, 'failed')).toMatchObject({
      status_reason: expect.stringContaining('It waited for 10 minutes'),
    });
    expect(await dials()).toEqual([]);
  });

  test('is billed by the provider, or by credits when the operator sets it', async () => {
    await service.unitOfWork.rows('UPDATE credit_accounts SET balance = 0 WHERE account_id = $1', [
      account.id,
    ]);
    const counsellor_id = await humans.counsellor();
    await humans.post({ counsellor_id }).expect(201);
    await newAccount({ humanBilling: 'credits' });
    await service.unitOfWork.rows('UPDATE credit_accounts SET balance = 0 WHERE account_id = $1', [
      account.id,
    ]);
    await humans.post({ counsellor_id: await humans.counsellor() }).expect(402);
  });

  test.each([
    ['acct-7.x_Y', true],
    ['123456', true],
    ['1234567', false],
    ['meera nair', false],
  ])('rings the extension %j with extensions: %s', async (carrier_extension, can_call) => {
    await newAccount({ rings: 'extension' });
    const id = await humans.counsellor('1000', { carrier_extension });
    const shown = await api().get(`/counsellors/${id}`);
    expect(shown).toMatchObject({ can_call });
    if (!can_call) expect(shown).toMatchObject({ blocked_reason: expect.stringContaining('cannot be rung') });
    await humans.post({ counsellor_id: id }).expect(can_call ? 201 : 409);
  });
});
