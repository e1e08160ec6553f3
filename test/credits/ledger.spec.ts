import fc from 'fast-check';
import { Client } from 'pg';
import { Accounts } from '../../src/accounts';
import { Credits } from '../../src/credits';
import type { Amount } from '../../src/platform/kernel/amount';
import { eventually, TestApp } from '../harness/app';

let service: TestApp;
beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** What may happen to an account's credits; `at` chooses among the calls that are known by then. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('reserve' as const),
    minutes: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 0, max: 120_000 }),
    calls: fc.integer({ min: 1, max: 4 }),
    crash: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('settle' as const),
    at: fc.nat(),
    talkSeconds: fc.option(fc.integer({ min: 0, max: 2_400 })),
    crash: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('topUp' as const),
    amount: fc.integer({ min: 1, max: 500_000 }),
    crash: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('reserveExact' as const),
    price: fc.integer({ min: 1, max: 9_000 }),
    crash: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('settleExact' as const),
    at: fc.nat(),
    charged: fc.boolean(),
    crash: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Crash extends Error {}

/** An account with its calls, as the steps of one run know it. */
class Run {
  readonly calls: string[] = [];
  readonly analyses: string[] = [];
  #names = 0;

  constructor(
    readonly accountId: string,
    readonly credits: Credits,
  ) {}

  /** What a process does that dies before its commit is undone by the database, whole. */
  async take(step: Step): Promise<void> {
    await service.unitOfWork
      .run(async () => {
        await this.#do(step);
        if (step.crash) throw new Crash();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Crash)) throw error;
      });
  }

  async #do(step: Step): Promise<void> {
    const { accountId, credits } = this;
    switch (step.kind) {
      case 'topUp':
        await credits.topUp(accountId, BigInt(step.amount));
        return;
      case 'reserve': {
        const requests = Array.from({ length: step.calls }, () => ({
          subjectId: this.#name('call'),
          pricePerMinute: BigInt(step.price),
          maxMinutes: step.minutes,
        }));
        this.calls.push(...requests.map(({ subjectId }) => subjectId));
        await credits.reserve(accountId, () => requests);
        return;
      }
      case 'settle':
        await this.settle(this.calls[step.at % this.calls.length], step.talkSeconds);
        return;
      case 'reserveExact': {
        const id = this.#name('analysis');
        this.analyses.push(id);
        await credits.reserveExact(accountId, id, BigInt(step.price));
        return;
      }
      case 'settleExact':
        await this.settleExact(this.analyses[step.at % this.analyses.length], step.charged);
    }
  }

  async settle(subjectId: string | undefined, talkSeconds: number | null): Promise<void> {
    if (subjectId === undefined) return;
    await this.credits.settle({ accountId: this.accountId, subjectId, type: 'ai_call', talkSeconds });
  }

  async settleExact(subjectId: string | undefined, charged: boolean): Promise<void> {
    if (subjectId === undefined) return;
    const { accountId } = this;
    await this.credits.settleExact({
      accountId,
      subjectId,
      callId: subjectId,
      charged,
      description: 'Analysis',
    });
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind}_${this.accountId}_${this.#names}`;
  }

  /** The promises of the ledger, from its rows. */
  async check(): Promise<void> {
    const row = await service.unitOfWork.row<Record<string, boolean>>(
      `SELECT a.balance >= 0 AS "not negative", a.balance - a.reserved >= 0 AS "available not negative",
         a.balance = coalesce((SELECT sum(amount) FROM credit_transactions t WHERE t.account_id = $1), 0) AS "sum is the balance",
         a.reserved = coalesce((SELECT sum(amount) FROM credit_reservations r WHERE r.account_id = $1), 0) AS "reserved is what calls hold",
         NOT EXISTS (SELECT FROM (
           SELECT balance_after, sum(amount) OVER (ORDER BY created_at, id) AS running
           FROM credit_transactions t WHERE t.account_id = $1) AS entry WHERE running <> balance_after) AS "each entry has the balance after it",
         NOT EXISTS (SELECT FROM credit_transactions t JOIN credit_reservations r ON r.subject_id = t.call_id
           WHERE t.account_id = $1) AS "no reservation outlives its charge"
       FROM credit_accounts a WHERE a.account_id = $1`,
      [this.accountId],
    );
    expect(Object.entries(row ?? {}).filter(([, holds]) => !holds)).toEqual([]);
    expect(Object.keys(row ?? {})).toHaveLength(6);
  }

  /** Every call is over at last. */
  async finish(): Promise<void> {
    for (const id of this.calls) await this.settle(id, 61);
    for (const id of this.analyses) await this.settleExact(id, true);
    const { balance, reserved } = await this.credits.balance(this.accountId);
    expect(reserved).toBe(0n);
    expect(balance >= 0n).toBe(true);
    await this.check();
  }
}

async function begin(credits: Amount): Promise<Run> {
  const ledger = service.app.get(Credits, { strict: false });
  const { id } = await service.app.get(Accounts, { strict: false }).create({ name: 'Ledger' });
  await ledger.open(id, credits);
  return new Run(id, ledger);
}

describe('the ledger', () => {
  test('balances after every step, in any order of events and after any crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400_000),
        fc.array(step, { minLength: 5, maxLength: 25 }),
        async (credits, steps) => {
          const run = await begin(BigInt(credits));
          for (const one of steps) {
            await run.take(one);
            await run.check();
          }
          await run.finish();
        },
      ),
      { numRuns: 15 },
    );
  });

  test('balances after concurrent operations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400_000),
        fc.array(step, { minLength: 30, maxLength: 60 }),
        async (credits, steps) => {
          const run = await begin(BigInt(credits));
          await Promise.all(steps.map((one) => run.take(one)));
          await run.check();
          // Two processes report each call's end.
          await Promise.all([...run.calls, ...run.calls].map((id) => run.settle(id, 90)));
          await run.finish();
        },
      ),
      { numRuns: 10 },
    );
  });

  test('balances when the calls of one shared transaction end one after another', async () => {
    const { credits, accountId } = await begin(1_000_000n);
    const work = service.unitOfWork;
    const calls = ['a', 'b', 'c', 'd'].map((name) => ({ subjectId: `${accountId}.${name}`, maxMinutes: 2 }));
    const priced = calls.map((call) => ({ ...call, pricePerMinute: 60_000n }));
    await work.run(() => credits.reserve(accountId, () => priced));
    const settle = ({ subjectId }: { subjectId: string }) =>
      credits.settle({ accountId, subjectId, type: 'ai_call', talkSeconds: 30 });
    const stranger = new Client(service.databaseUrl);
    await stranger.connect();
    await stranger.query('BEGIN');
    await stranger.query('SELECT FROM credit_accounts WHERE account_id = $1 FOR UPDATE', [accountId]);
    // Each looks at the credits one statement later than the one before, while the first still waits for their lock.
    const ended = work.run(
      () =>
        Promise.all(
          calls.map(async (call, at) => {
            for (let before = 0; before < at; before++) await work.rows('SELECT 1');
            return settle(call);
          }),
        ),
      10_000,
    );
    await eventually(async () => {
      const { rows } = await stranger.query(
        `SELECT pg_stat_clear_snapshot(), pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`,
      );
      expect(rows).not.toEqual([]);
    });
    await stranger.query('COMMIT');
    await stranger.end();
    expect(await ended).toEqual([60_000n, 60_000n, 60_000n, 60_000n]);
    expect(await credits.balance(accountId)).toMatchObject({ balance: 760_000n, reserved: 0n });
    await new Run(accountId, credits).check();
  });
});
