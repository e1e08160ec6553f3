import type { Accounts } from '../../accounts';
import type { Clock } from '../../platform/clock';
import { type FieldProblem, invalidRequest } from '../../platform/kernel/domain-error';
import { localDay } from '../../platform/kernel/zoned-time';
import type { Part } from '../infrastructure/home.repository';
import { type HomeRequest, problemsOf, type RequestedDays } from './home-range';
import { ShortMemory } from '../../platform/kernel/collections/short-memory';

const FRESH_MS = 5_000;

/** Days of the account's zone, both included. */
export interface DayRange {
  readonly part: Part;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
}

/** Views of what happened in a range of days. */
export class RangeViews<View> {
  readonly #views = new ShortMemory<View>();

  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly compute: (range: DayRange) => Promise<View>,
  ) {}

  /** At most 5 s old. @throws DomainError invalid_request for a bad range */
  async view(accountId: string, request: HomeRequest): Promise<View> {
    const { timeZone, days } = await this.#days(accountId, request);
    const problems = problemsOf(days);
    if (problems.length > 0) throw invalidRequest(problems);
    const range = { part: { accountId, agentId: request.agentId ?? null }, timeZone, ...days };
    return this.#views.of(JSON.stringify(range), this.clock.nowMs(), FRESH_MS, () => this.compute(range));
  }

  async problems(accountId: string, request: RequestedDays): Promise<FieldProblem[]> {
    return problemsOf((await this.#days(accountId, request)).days);
  }

  async #days(accountId: string, { from, to }: RequestedDays) {
    const { timezone: timeZone } = await this.accounts.get(accountId);
    const today = localDay(this.clock.now(), timeZone);
    return { timeZone, days: { from: from ?? today, to: to ?? today } };
  }
}
