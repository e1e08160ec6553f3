import { UploadReader } from '../../src/batches/application/upload-reader';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const ROWS = 5_000;
const BATCH = 1_000;
const RETRY = { maxAttempts: 2, on: ['no_answer', 'busy', 'voicemail'], waitMinutes: [0] } as const;
/** A third of the calls that can be tried again, as in a list of leads. */
const ENDINGS = ['0001', '0003', '0006', '0002', '0011', '2314', '0005', '7730', '5165', '6641'];

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: '100' });
});
afterAll(() => service.stop());

test('an estimate is near what 5,000 calls with further attempts then do', async () => {
  const account = await service.account({
    lines: 60,
    credits: '1000000',
    recallGapSeconds: 0,
    dailyLimit: 1_000_000,
    dailyPerNumber: 10,
  });
  const agent_id = await makeAgent(service, account);
  const retry = { max_attempts: RETRY.maxAttempts, on: [...RETRY.on], wait_minutes: [0] };
  let row = 0;
  const queue = (count: number, more: object) => {
    const calls = Array.from({ length: count }, () => ({
      phone_number: number(ENDINGS[row++ % ENDINGS.length]),
    }));
    return service.api(account).post('/batches', { agent_id, calls, ...more });
  };
  const over = async () => {
    const done = async () => {
      const [left] = await service.unitOfWork.rows(
        'SELECT FROM calls WHERE account_id = $1 AND finished_at IS NULL LIMIT 1',
        [account.id],
      );
      expect(left).toBeUndefined();
    };
    await eventually(done, 240_000, 250);
  };
  const counted = async () =>
    (await service.unitOfWork.row<{ calls: number; last: Date }>(
      'SELECT count(*)::int AS calls, max(ended_at) AS last FROM calls WHERE account_id = $1',
      [account.id],
    ))!;
  // Each attempt of a number ends alike on the simulator, so the sample has first calls alone.
  await queue(300, {});
  await over();
  const before = await counted();
  const began = service.clock.nowMs();
  const estimate = await service.app.get(UploadReader, { strict: false }).estimate(account.id, {
    agentId: agent_id,
    calls: ROWS,
    test: false,
    scheduledFor: undefined,
    retry: RETRY,
  });
  for (let sent = 0; sent < ROWS; sent += BATCH) await queue(BATCH, { retry });
  await over();
  const after = await counted();
  const off = (estimated: number, real: number) => Math.abs(estimated - real) / real;
  expect(off(estimate.estimated_attempts, after.calls - before.calls)).toBeLessThan(0.1);
  const seconds = (Date.parse(estimate.estimated_finish_at ?? '') - began) / 1_000;
  expect(off(seconds, (after.last.getTime() - began) / 1_000)).toBeLessThan(0.15);
}, 400_000);
