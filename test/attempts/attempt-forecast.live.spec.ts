import { ConsoleBatches } from '../../src/batches/application/console-batches';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const ROWS = 1_000;
const RETRY = { maxAttempts: 2, on: ['no_answer', 'busy', 'voicemail'], waitMinutes: [0] } as const;
/** A third of the calls that can be tried again, as in a list of leads. */
const ENDINGS = ['0001', '0003', '0006', '0002', '0011', '2314', '0005', '7730', '5165', '6641'];

let service: TestApp;

beforeAll(async () => {
  // Some ten calls a second: lines are what they wait for, and not the machine, whatever else it does.
  service = await TestApp.start({ SIMULATOR_SPEED: '5' });
});
afterAll(() => service.stop());

interface Counted {
  readonly calls: number;
  readonly last: Date;
}

/** The calls of an account, sent in batches of contacts of all kinds. */
class Campaign {
  #row = 0;

  constructor(
    private readonly account: TestAccount,
    private readonly agentId: string,
  ) {}

  queue(count: number, more: object = {}) {
    const calls = Array.from({ length: count }, () => ({
      phone_number: number(ENDINGS[this.#row++ % ENDINGS.length]),
    }));
    return service.api(this.account).post('/batches', { agent_id: this.agentId, calls, ...more });
  }

  /** Once all calls are over. */
  async counted(): Promise<Counted> {
    const id = [this.account.id];
    const open = 'SELECT FROM calls WHERE account_id = $1 AND finished_at IS NULL LIMIT 1';
    const isOver = async () => expect(await service.unitOfWork.rows(open, id)).toEqual([]);
    await eventually(isOver, 600_000, 250);
    const count = 'SELECT count(*)::int AS calls, max(ended_at) AS last FROM calls WHERE account_id = $1';
    return (await service.unitOfWork.row<Counted>(count, id))!;
  }

  estimate(calls: number) {
    const request = { agentId: this.agentId, calls, test: false, scheduledFor: undefined, retry: RETRY };
    return service.app.get(ConsoleBatches, { strict: false }).estimate(this.account.id, request);
  }
}

test('estimates attempts near those of 1,000 simulated calls', async () => {
  const account = await service.account({
    lines: 40,
    credits: '1000000',
    recallGapSeconds: 0,
    dailyLimit: 1_000_000,
    dailyPerNumber: 10,
  });
  const campaign = new Campaign(account, await makeAgent(service, account));
  // Each attempt of a number ends alike on the simulator, so the sample has first calls alone.
  await campaign.queue(300);
  const before = await campaign.counted();
  const began = service.clock.nowMs();
  const estimate = await campaign.estimate(ROWS);
  const retry = { max_attempts: RETRY.maxAttempts, on: [...RETRY.on], wait_minutes: [0] };
  await campaign.queue(ROWS, { retry });
  const after = await campaign.counted();
  const off = (estimated: number, real: number) => Math.abs(estimated - real) / real;
  expect(off(estimate.estimated_attempts, after.calls - before.calls)).toBeLessThan(0.1);
  const seconds = (Date.parse(estimate.estimated_finish_at ?? '') - began) / 1_000;
  expect(off(seconds, (after.last.getTime() - began) / 1_000)).toBeLessThan(0.15);
}, 900_000);
