import fc from 'fast-check';
import { Accounts } from '../../src/accounts';
import type { Schema } from '../harness/api';
import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

/** Accounts, each with four to six policies; more by hand: `RUNS=100 npx jest test/calls/call-holds`. */
const RUNS = Number(process.env['RUNS'] ?? 10);

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** No hold of these cases is longer: a schedule of 4 days or a gap of 3, then two days without hours. */
const LONGEST_MS = 7 * DAY_MS;

/** Zones with a change of their clocks, which may be at midnight. */
const CHANGES = [
  ['Asia/Kolkata', '2026-11-20T18:30Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Santiago', '2026-04-05T03:00Z'],
  ['America/Santiago', '2026-09-06T04:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z'],
] as const;

interface Hours {
  readonly from: number;
  readonly to: number;
}

interface Rules {
  readonly hours: Hours | null;
  readonly gapMinutes: number;
  readonly perNumber: number;
  readonly perAccount: number;
}

interface Dial {
  readonly number: string;
  readonly at: number;
  readonly ended: number;
}

/** What each rule is called in a preview, and how its `status_reason` begins. */
const REASONS = {
  scheduled: /^Scheduled: /,
  recall_gap: /^Too soon after the last call to this number: /,
  outside_calling_hours: /^Outside calling hours: /,
  daily_number_limit: /^This number was called as often as a day allows: /,
  daily_account_limit: /^The account has made its calls of the day: /,
};
type Reason = keyof typeof REASONS;

const minuteOf = (ms: number) => ms - (ms % MINUTE_MS);

/** The local clock of a zone, read once for every minute of some days. */
class LocalMinutes {
  readonly #texts = new Map<number, string>();
  readonly #firsts = new Map<string, number>();

  constructor(zone: string, from: number, to: number) {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (let at = minuteOf(from); at < to; at += MINUTE_MS) {
      const text = format.format(at);
      this.#texts.set(at, text);
      if (!this.#firsts.has(text)) this.#firsts.set(text, at);
    }
  }

  day(at: number): string {
    return this.#texts.get(minuteOf(at))!.slice(0, 10);
  }

  /** When the hours of each day open and close. The first and last days are there in part, and left out. */
  windows({ from, to }: Hours): { open: number; close: number }[] {
    const days = [...new Set([...this.#texts.values()].map((text) => text.slice(0, 10)))].slice(1, -2);
    const closes = to < from ? to + 1_440 : to;
    return days.map((day) => ({ open: this.#instant(day, from), close: this.#instant(day, closes) }));
  }

  /** A double time counts the first time; one that the clock skips moves forward by what is skipped. */
  #instant(day: string, minutes: number): number {
    const first = (later: number) => {
      const text = new Date(Date.parse(day) + (minutes + later) * MINUTE_MS).toISOString();
      return this.#firsts.get(text.slice(0, 16).replace('T', ' '));
    };
    if (first(0) !== undefined) return first(0)!;
    let [before, after] = [-1, 1];
    while (first(before) === undefined) before--;
    while (first(after) === undefined) after++;
    return first(after - before - 1)!;
  }
}

/** The rules as the specification words them, applied at every minute and every instant of their own. */
class ExpectedHolds {
  readonly #windows: readonly { open: number; close: number }[] | null;

  constructor(
    private readonly local: LocalMinutes,
    private readonly rules: Rules,
    private readonly dials: readonly Dial[],
  ) {
    this.#windows = rules.hours && local.windows(rules.hours);
  }

  reason(phoneNumber: string, at: number, scheduled: number | null): Reason | null {
    const { gapMinutes, perNumber, perAccount } = this.rules;
    const toNumber = this.dials.filter(({ number }) => number === phoneNumber);
    const today = (dials: readonly Dial[]) =>
      dials.filter((dial) => this.local.day(dial.at) === this.local.day(at)).length;
    if (scheduled !== null && at < scheduled) return 'scheduled';
    if (toNumber.some(({ ended }) => at < ended + gapMinutes * MINUTE_MS)) return 'recall_gap';
    if (this.#windows?.every(({ open, close }) => at < open || at >= close)) return 'outside_calling_hours';
    if (today(toNumber) >= perNumber) return 'daily_number_limit';
    return today(this.dials) >= perAccount ? 'daily_account_limit' : null;
  }

  hold(phoneNumber: string, now: number, scheduled: number | null) {
    const reason = this.reason(phoneNumber, now, scheduled);
    if (reason === null) return null;
    const gapEnds = this.dials.map(({ ended }) => ended + this.rules.gapMinutes * MINUTE_MS);
    const minutes = Array.from({ length: LONGEST_MS / MINUTE_MS }, (_, at) => minuteOf(now) + at * MINUTE_MS);
    const instants = [scheduled ?? now, ...gapEnds, ...minutes]
      .filter((at) => at > now)
      .sort((a, b) => a - b);
    const until = instants.find((at) => this.reason(phoneNumber, at, scheduled) === null);
    return { reason, until: new Date(until!).toISOString() };
  }
}

let service: TestApp;
beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

const minuteOfDay = fc.integer({ min: 0, max: 1_439 });
const policies = fc.record({
  hours: fc.option(
    fc
      .record({ from: minuteOfDay, to: fc.oneof(minuteOfDay, fc.constant(1_440)) })
      .filter(({ from, to }) => from !== to),
    { freq: 2 },
  ),
  gapMinutes: fc.constantFrom(0, 0, 60, 300, 1_440, 4_000),
  perNumber: fc.constantFrom(1, 2, 100),
  perAccount: fc.constantFrom(1, 2, 3, 100),
  number: fc.nat(1),
  scheduledIn: fc.option(fc.integer({ min: -DAY_MS, max: 4 * DAY_MS }), { freq: 1 }),
});
const scenarios = fc.record({
  change: fc.constantFrom(...CHANGES),
  /** From a day before the change of the clock. */
  begins: fc.integer({ min: 0, max: DAY_MS }),
  dials: fc.array(fc.record({ number: fc.nat(1), after: fc.integer({ min: 0, max: DAY_MS / 4 }) }), {
    maxLength: 3,
  }),
  paused: fc.integer({ min: 0, max: DAY_MS / 4 }),
  policies: fc.array(policies, { minLength: 4, maxLength: 6 }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;
type Policy = Scenario['policies'][number];

/** An account of the zone, its dials made at the scenario's instants, and the clock stopped some hours later. */
async function prepare({ change: [timezone, changes], begins, dials, paused }: Scenario) {
  let now = Date.parse(changes) - DAY_MS + begins;
  const clock = service.stopClock(now);
  const account = await service.account({ timezone, recallGapSeconds: 0, dailyPerNumber: 100 });
  const calls = new CallTests(service, account, await makeAgent(service, account));
  const numbers = [number('0002'), number('0002')];
  const made: Dial[] = [];
  for (const dial of dials) {
    clock.mockReturnValue((now += dial.after));
    const phone_number = numbers[dial.number]!;
    const call = await calls.final((await calls.queue({ phone_number })).id);
    made.push({ number: phone_number, at: Date.parse(call.dialed_at!), ended: Date.parse(call.ended_at!) });
  }
  clock.mockReturnValue((now += paused));
  return {
    calls,
    numbers,
    made,
    now,
    local: new LocalMinutes(timezone, now - 4 * DAY_MS, now + 10 * DAY_MS),
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function compare(
  { calls, numbers, made, now, local }: Prepared,
  { number: index, scheduledIn, ...rules }: Policy,
) {
  await service.app.get(Accounts, { strict: false }).set(calls.account.id, {
    opensAtMinute: rules.hours?.from ?? null,
    closesAtMinute: rules.hours?.to ?? null,
    recallGapSeconds: rules.gapMinutes * 60,
    dailyPerNumber: rules.perNumber,
    dailyLimit: rules.perAccount,
    queueSeconds: (30 * DAY_MS) / 1_000,
  });
  const phone_number = numbers[index]!;
  const scheduled = scheduledIn === null ? null : now + scheduledIn;
  const hold = new ExpectedHolds(local, rules, made).hold(phone_number, now, scheduled);
  const when = scheduled === null ? {} : { scheduled_for: new Date(scheduled).toISOString() };
  const call = await calls.queue({ phone_number, ...when, dry_run: true });
  expect(call.scheduled_for).toBe(hold?.until);
  if (hold) expect(call.status_reason).toMatch(REASONS[hold.reason]);
  const preview = (await service.api(calls.account).post('/batches', {
    agent_id: calls.agentId,
    calls: [{ phone_number }],
    ...when,
    dry_run: true,
  })) as Schema<'BatchPreview'>;
  expect(preview.held).toEqual(hold ? [{ ...hold, count: 1 }] : []);
  return { phone_number, ...when, hold };
}

test('a hold ends at the first minute at which every rule allows the call', async () => {
  const held = new Set<string | undefined>();
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const prepared = await prepare(scenario);
      const results = [];
      for (const policy of scenario.policies) results.push(await compare(prepared, policy));
      for (const { hold } of results) held.add(hold?.reason);
      const { hold, ...body } = results.at(-1)!;
      expect((await prepared.calls.queue(body)).scheduled_for).toBe(hold?.until);
    }),
    // Shrinking ends before the test's own timeout, which would hide the seed.
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  );
  expect(held.size).toBeGreaterThan(2);
});
