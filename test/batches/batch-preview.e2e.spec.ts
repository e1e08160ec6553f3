import { CallingRules } from '../../src/accounts';
import { Credits } from '../../src/credits';
import type { Schema } from '../harness/api';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

/** How far an estimate may be from what then happens. */
const TOLERANCE = 0.25;

/** Contacts as a list of leads has them: who answers talks in a way of their own, and some do not answer. */
const ENDINGS = ['0001', '0002', '0003', '0006', '0011', '2314', '7730', '5165', '0003', '6641'];

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  // A call takes 1 to 4 s, so that what the machine is busy with beside it counts for little.
  service = await TestApp.start({ SIMULATOR_SPEED: '25' });
  account = await service.account({ lines: 25, credits: '100000' });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

const rows = () =>
  Array.from({ length: 100 }, (_, at) => ({ phone_number: number(ENDINGS[at % ENDINGS.length]) }));

const post = (body: object) => service.api(account).post('/batches', { agent_id, ...body });

const balance = async () => (await service.app.get(Credits, { strict: false }).balance(account.id)).balance;

/** Runs a batch to its end; returns what it cost and when its last call ended. */
async function run(): Promise<{ cost: number; seconds: number }> {
  const before = await balance();
  const batch = (await post({ calls: rows() })) as Schema<'QueuedBatch'>;
  const id = batch.id;
  // From the database: by HTTP it would need more requests than a key has in a minute.
  await eventually(async () => {
    const [left] = await service.unitOfWork.rows(
      'SELECT FROM calls WHERE batch_id = $1 AND finished_at IS NULL',
      [id],
    );
    expect(left).toBeUndefined();
  }, 60_000);
  const { data } = await service.api(account).get(`/calls?batch_id=${id}&limit=100`);
  const ends = data.map(({ ended_at = '' }) => Date.parse(ended_at));
  const cost = Number(before - (await balance())) / 10_000;
  return { cost, seconds: (Math.max(...ends) - Date.parse(batch.created_at)) / 1_000 };
}

test('estimates cost and finish time within 25 % after 100 calls of the agent', async () => {
  await run();
  const off: number[] = [];
  // What else the machine does is in the time of one run, hardly in that of the best of three.
  while (off.length < 3 && Math.min(...off) >= TOLERANCE) {
    const began = service.clock.nowMs();
    const preview = (await post({ calls: rows(), dry_run: true })) as Schema<'BatchPreview'>;
    const seconds = (Date.parse(preview.estimated_finish_at ?? '') - began) / 1_000;
    const happened = await run();
    expect(Math.abs(preview.estimated_credits - happened.cost) / happened.cost).toBeLessThan(TOLERANCE);
    off.push(Math.abs(seconds - happened.seconds) / happened.seconds);
  }
  expect(Math.min(...off)).toBeLessThan(TOLERANCE);
});

test('counts no calls of today against the limit of a later day', async () => {
  const limited = await service.account({ dailyLimit: 1 });
  const calls = new CallTests(service, limited, await makeAgent(service, limited));
  await calls.final((await calls.queue({ phone_number: number('0002') })).id);
  const start = service.clock.nowMs() + 2 * 86_400_000;
  const preview = (await service.api(limited).post('/batches', {
    scheduled_for: new Date(start).toISOString(),
    calls: [{ phone_number: number() }],
    dry_run: true,
  })) as Schema<'BatchPreview'>;
  expect(preview.held).toMatchObject([{ reason: 'scheduled', count: 1 }]);
  expect(Date.parse(preview.estimated_finish_at ?? '') - start).toBeLessThan(3_600_000);
});

test('yields to other requests while it judges 1,000 rows', async () => {
  let turn = 0;
  const next = (): void => {
    turn++;
    pending = setImmediate(next);
  };
  let pending = setImmediate(next);
  const turns = new Set<number>();
  const judge = jest.spyOn(CallingRules.prototype, 'callHold').mockImplementation(() => {
    turns.add(turn);
    for (const end = performance.now() + 0.2; performance.now() < end;);
    return null;
  });
  const calls = Array.from({ length: 1_000 }, () => ({ phone_number: number() }));
  await post({ dry_run: true, calls });
  clearImmediate(pending);
  expect(judge).toHaveBeenCalledTimes(1_000);
  judge.mockRestore();
  // 1,000 rows of 0.2 ms, in slices of 4 ms.
  expect(turns.size).toBeGreaterThan(10);
});
