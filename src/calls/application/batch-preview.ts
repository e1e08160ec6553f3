import { Injectable } from '@nestjs/common';
import { Accounts, CallingLines, type CallingRules } from '../../accounts';
import type { CallableAgent } from '../../agents';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { numberOf } from '../../platform/kernel/amount';
import { formatInstant } from '../../platform/kernel/instant';
import { localDay } from '../../platform/kernel/zoned-time';
import type { BatchRow, RejectedRow } from '../domain/batch-row';
import { BatchCallsRepository } from '../infrastructure/batch-calls.repository';

export interface PreviewRequest {
  readonly accountId: string;
  readonly agent: CallableAgent;
  readonly test: boolean;
  readonly scheduledFor: Date | undefined;
  readonly rows: readonly BatchRow[];
  readonly rejected: readonly RejectedRow[];
}

/** Held rows by what holds them. */
interface HeldRows {
  readonly reason: string;
  readonly until: string | null;
  count: number;
}

/** Averages over an agent's latest calls. */
interface Experience {
  readonly answerRate: number;
  /** Mean started minutes of an answered call. */
  readonly minutes: number;
  /** Seconds a line was in use, for each call. */
  readonly lineSeconds: readonly number[];
}

/** How many calls an estimate samples, and the figures for an agent without calls. */
const SAMPLE_SIZE = 100;
const BEFORE_ANY: Experience = { answerRate: 0.6, minutes: 2, lineSeconds: [0.6 * 120 + 20] };

/** Predicts what a batch would do, without queuing it. */
@Injectable()
export class BatchPreview {
  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly lines: CallingLines,
    private readonly credits: Credits,
    private readonly sets: BatchCallsRepository,
  ) {}

  /** Holds, cost and finish time of a batch. `rejected` are the rows that would be left out. */
  async of({ accountId, agent, test, scheduledFor, rows, rejected }: PreviewRequest) {
    const rules = await this.accounts.rules(accountId);
    const { dialedToday } = await this.lines.read(accountId, rules.policy);
    const now = this.clock.now();
    const start = scheduledFor && scheduledFor > now ? scheduledFor : now;
    const held = test
      ? scheduleHeld(start, now, rows.length)
      : await this.#held(accountId, rules, dialedToday, start, rows);
    const price = test ? 0n : agent.price((await this.credits.rates(accountId)).aiCall);
    const short = await this.#uncovered(accountId, price, rows.length);
    if (short > 0) held.push({ reason: 'insufficient_credits', until: null, count: short });
    const { answerRate, minutes, lineSeconds } = await this.#experience(agent.id);
    const byLines = rules.finishEstimate({ calls: rows.length, lineSeconds, dialedToday }, start, test);
    // A row held for its number goes no earlier than its hold ends, even while lines are free.
    const holds = held.flatMap(({ reason, until }) =>
      until && reason !== 'would_expire' ? [Date.parse(until)] : [],
    );
    const afterHolds = Math.max(0, ...holds) + (holds.length > 0 ? mean(lineSeconds) * 1_000 : 0);
    const finish = byLines && new Date(Math.max(byLines.getTime(), afterHolds));
    const cost = rows.length * answerRate * minutes * numberOf(price);
    return {
      queueable: rows.length,
      rejected,
      held,
      estimatedCredits: Math.round(cost * 10_000) / 10_000,
      estimatedFinishAt: finish && formatInstant(finish),
    };
  }

  async #held(
    accountId: string,
    rules: CallingRules,
    dialedToday: number,
    start: Date,
    rows: readonly BatchRow[],
  ): Promise<HeldRows[]> {
    const now = this.clock.now();
    const facts = await this.lines.facts(
      accountId,
      rules.policy,
      rows.map(({ call }) => call.phoneNumber),
    );
    const today = localDay(now, rules.timeZone);
    const held = new Map<string, HeldRows>();
    let accountToday = dialedToday;
    for (const { call } of rows) {
      const hold = rules.callHold(
        facts(call.phoneNumber, accountToday),
        now,
        start > now ? start : null,
        false,
      );
      if (localDay(hold?.until ?? now, rules.timeZone) === today) accountToday += 1;
      if (!hold) continue;
      const expiry = rules.expiry(start);
      const [reason, until] = hold.until >= expiry ? ['would_expire', expiry] : [hold.rule, hold.until];
      const key = `${reason} ${until.getTime()}`;
      const group = held.get(key) ?? { reason, until: formatInstant(until), count: 0 };
      group.count += 1;
      held.set(key, group);
    }
    return [...held.values()];
  }

  /** Number of rows that the available credits do not cover for one minute each. */
  async #uncovered(accountId: string, price: bigint, rows: number): Promise<number> {
    if (price === 0n) return 0;
    const { available } = await this.credits.standing(accountId);
    return Math.max(0, rows - Number(available > 0n ? available / price : 0n));
  }

  async #experience(agentId: string): Promise<Experience> {
    const { dialed, answered, minutes, lineSeconds } = await this.sets.recent(agentId, SAMPLE_SIZE);
    if (dialed === 0) return BEFORE_ANY;
    return { answerRate: answered / dialed, minutes, lineSeconds };
  }
}

function scheduleHeld(start: Date, now: Date, count: number): HeldRows[] {
  return start > now && count > 0 ? [{ reason: 'scheduled', until: formatInstant(start), count }] : [];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
