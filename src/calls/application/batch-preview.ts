import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, CallingRules } from '../../accounts';
import type { CallableAgent } from '../../agents';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { numberOf } from '../../platform/kernel/amount';
import { formatInstant } from '../../platform/kernel/instant';
import { localDay } from '../../platform/kernel/zoned-time';
import { TimeSlices } from '../../platform/time-slices';
import type { RetryPolicy } from '../../shared-kernel/retry-policy';
import { AttemptForecast } from '../domain/attempt-forecast';
import { BatchCallsRepository, type EndCounts } from '../infrastructure/batch-calls.repository';
import { TrunkAvailability } from './dispatch/trunk-availability';

export interface PredictionRequest {
  readonly accountId: string;
  readonly agent: CallableAgent;
  readonly test: boolean;
  readonly scheduledFor: Date | undefined;
  readonly retry: RetryPolicy | null;
}

interface RowsOnHold {
  readonly reason: string;
  readonly until: string | null;
  count: number;
}

interface Experience {
  readonly answerRate: number;
  /** Mean started minutes of an answered call. */
  readonly minutes: number;
  /** Seconds a line was in use, for each call. */
  readonly lineSeconds: readonly number[];
  readonly dialed: number;
  readonly ends: EndCounts;
}

/** How many calls an estimate samples, and the figures for an agent without calls. */
const SAMPLE_SIZE = 100;
const BEFORE_ANY = { answerRate: 0.6, minutes: 2, lineSeconds: [0.6 * 120 + 20] };

@Injectable()
export class BatchPreview {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly sets: BatchCallsRepository,
    private readonly trunks: TrunkAvailability,
  ) {}

  /** @param numbers of the calls; null: one that was never called */
  async of(
    { accountId, agent, test, scheduledFor, retry }: PredictionRequest,
    numbers: readonly (string | null)[],
  ) {
    const account = await this.accounts.get(accountId);
    const rules = CallingRules.of(account);
    const { dialedToday } = await this.lines.read(accountId, rules.policy);
    const now = this.clock.now();
    const start = scheduledFor && scheduledFor > now ? scheduledFor : now;
    const calls = numbers.length;
    const onHold = test
      ? scheduledRows(start, now, calls)
      : await this.#onHold(accountId, rules, dialedToday, start, numbers);
    const price = test ? 0n : agent.price((await this.credits.rates(accountId)).aiCall);
    const short = await this.#countUncovered(accountId, price, calls);
    if (short > 0) onHold.push({ reason: 'insufficient_credits', until: null, count: short });
    const { answerRate, minutes, lineSeconds, ...ends } = await this.#experience(agent.id);
    const forecast = new AttemptForecast(calls, retry, ends);
    const isToday = rules.localDay(start) === rules.localDay(now);
    const work = { calls: forecast.attempts, lineSeconds, dialedToday: isToday ? dialedToday : 0 };
    const trunks = test ? null : await this.trunks.capacity(account);
    const byLines = rules.finishEstimate(work, start, test, trunks);
    // A row on hold for its number is dialed when its call hold ends, even while lines are free.
    const callHolds = onHold.flatMap(({ reason, until }) =>
      until && reason !== 'would_expire' ? [Date.parse(until)] : [],
    );
    const afterCallHolds = Math.max(0, ...callHolds) + (callHolds.length > 0 ? mean(lineSeconds) * 1_000 : 0);
    const firstDial = rules.opening(start, test).getTime();
    const afterWaits = rules.opening(new Date(firstDial + forecast.waitMs), test).getTime();
    const finish =
      byLines && new Date(Math.max(byLines.getTime(), afterCallHolds, calls > 0 ? afterWaits : 0));
    const cost = calls * answerRate * forecast.attemptsPerRow * minutes * numberOf(price);
    return {
      held: onHold,
      estimatedAttempts: forecast.attempts,
      estimatedCredits: Math.round(cost * 10_000) / 10_000,
      estimatedFinishAt: finish && formatInstant(finish),
    };
  }

  async #onHold(
    accountId: string,
    rules: CallingRules,
    dialedToday: number,
    start: Date,
    numbers: readonly (string | null)[],
  ): Promise<RowsOnHold[]> {
    const now = this.clock.now();
    const known = numbers.filter((number) => number !== null);
    const facts = await this.lines.facts(accountId, rules.policy, known);
    const today = localDay(now, rules.timeZone);
    const expiry = rules.expiry(start);
    const judge = (number: string | null, accountToday: number) => {
      const callHold = rules.callHold(
        facts(number ?? '', accountToday),
        now,
        start > now ? start : null,
        false,
      );
      return { callHold, isToday: localDay(callHold?.until ?? now, rules.timeZone) === today };
    };
    // Without a number, calls differ only by whether the account's calls of the day are used up.
    const unnamed = new Map<boolean, ReturnType<typeof judge>>();
    const onHold = new Map<string, RowsOnHold>();
    const slices = new TimeSlices();
    let accountToday = dialedToday;
    for (const number of numbers) {
      await slices.next();
      const isFull = accountToday >= rules.policy.dailyLimit;
      const judged = (number === null ? unnamed.get(isFull) : undefined) ?? judge(number, accountToday);
      if (number === null) unnamed.set(isFull, judged);
      const { callHold, isToday } = judged;
      if (isToday) accountToday += 1;
      if (!callHold) continue;
      if (callHold.until >= expiry) countRow(onHold, 'would_expire', expiry);
      else countRow(onHold, callHold.rule, callHold.until);
    }
    return [...onHold.values()];
  }

  async #countUncovered(accountId: string, price: bigint, rows: number): Promise<number> {
    if (price === 0n) return 0;
    const { available } = await this.credits.standing(accountId);
    return Math.max(0, rows - Number(available > 0n ? available / price : 0n));
  }

  async #experience(agentId: string): Promise<Experience> {
    const { answered, ...recent } = await this.sets.recent(agentId, SAMPLE_SIZE);
    if (recent.dialed === 0) return { ...recent, ...BEFORE_ANY };
    return { ...recent, answerRate: answered / recent.dialed };
  }
}

function scheduledRows(start: Date, now: Date, count: number): RowsOnHold[] {
  return start > now && count > 0 ? [{ reason: 'scheduled', until: formatInstant(start), count }] : [];
}

function countRow(groups: Map<string, RowsOnHold>, reason: string, until: Date): void {
  const key = `${reason} ${until.getTime()}`;
  const group = groups.get(key) ?? { reason, until: formatInstant(until), count: 0 };
  group.count += 1;
  groups.set(key, group);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
