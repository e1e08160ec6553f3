import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { Provider } from '../harness/far-end';
import { compileThreads, queueCall, type SipAccount, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { changeOf } from '../harness/trunks';

compileThreads();

const CHANNELS = 4;
const CPS = 20;
const CALLS_OF_EACH = 25;

let databaseUrl: string;
let api: TestApp;
const others: TestApp[] = [];

/** An API, a worker, and two processes that hold real calls. */
beforeAll(async () => {
  databaseUrl = await createDatabase();
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  for (const ROLE of ['worker', 'media', 'media']) {
    others.push(await TestApp.start({ ...shared, ROLE }, databaseUrl));
  }
});
afterAll(async () => {
  for (const service of [...others, api]) await service.stop();
  await dropDatabase(databaseUrl);
});

/** The most calls that began within any second. */
function mostInASecond(times: readonly number[]): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

test('shares channels and calls a second of a trunk between two processes and two accounts', async () => {
  const far = await Provider.open((call, provider, seen) => provider.answer(call, seen, 150));
  const trunk = await sipTrunk(api, far.address, {
    channels: String(CHANNELS),
    cps: String(CPS),
    enabled: 'no',
  });
  const accounts: SipAccount[] = [await sipAccount(api, [trunk]), await sipAccount(api, [trunk])];
  for (const account of accounts) {
    for (let n = 0; n < CALLS_OF_EACH; n++) await queueCall(api, account, number('0001'));
  }
  await new TelephonyOperations(api.app).setTrunk(trunk, await changeOf({ enabled: 'yes' }), false);
  await eventually(() => {
    expect(far.calls.filter(({ endedAt }) => endedAt !== null)).toHaveLength(2 * CALLS_OF_EACH);
    return Promise.resolve();
  }, 30_000);
  expect(far.mostActive).toBeLessThanOrEqual(CHANNELS);
  expect(mostInASecond(far.calls.map(({ at }) => at))).toBeLessThanOrEqual(CPS);
  expect(new Set(far.calls.map(({ reference }) => reference)).size).toBe(2 * CALLS_OF_EACH);
  const firstHalf = await api.unitOfWork.rows<{ account: string }>(
    'SELECT account_id AS account FROM legs ORDER BY began_at LIMIT $1',
    [CALLS_OF_EACH],
  );
  const share = firstHalf.filter(({ account }) => account === accounts[0]?.id).length / CALLS_OF_EACH;
  expect(share).toBeGreaterThan(0.45);
  expect(share).toBeLessThan(0.55);
  await eventually(async () => {
    const rows = await api.unitOfWork.rows('SELECT status, count(*)::int FROM calls GROUP BY status');
    expect(rows).toEqual([{ status: 'completed', count: 2 * CALLS_OF_EACH }]);
  });
  await far.close();
});
