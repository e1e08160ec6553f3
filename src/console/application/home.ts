import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts';
import { Credits } from '../../credits';
import { Clock } from '../../platform/clock';
import { numberOf } from '../../platform/kernel/amount';
import { addDays, localDay, startOfDay, startOfNextDay } from '../../platform/kernel/zoned-time';
import {
  type EndedCalls,
  HomeRepository,
  type LocalSpan,
  type Part,
} from '../infrastructure/home.repository';
import { EndedCallsReader } from './ended-calls';
import { WaitReasonReader } from './wait-reason-reader';
import { daysFrom, daysOf, figuresOf, foldHours, hoursOf, minutesOf } from './home-figures';
import { type DayRange, RangeViews } from './range-views';
import { ShortMemory } from '../../platform/kernel/collections/short-memory';
import { MINUTE_MS } from '../../platform/kernel/time/durations';

const DAYS_UP_TO_ONE = 14;
/** After midnight, ends of the day before may still be stored. */
const STORED_MS = 15 * MINUTE_MS;

/** Shows the figures of the console's first page. */
@Injectable()
export class Home {
  readonly views: RangeViews<Awaited<ReturnType<Home['compute']>>>;
  readonly #past = new ShortMemory<EndedCalls[]>();

  constructor(
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly credits: Credits,
    private readonly waitReasons: WaitReasonReader,
    private readonly figures: HomeRepository,
    private readonly endedCalls: EndedCallsReader,
  ) {
    this.views = new RangeViews(clock, accounts, (range) => this.compute(range));
  }

  private async compute({ part, timeZone, from, to }: DayRange) {
    const { accountId } = part;
    const days = daysFrom(from, to);
    const shown = days.length === 1 ? daysFrom(addDays(to, 1 - DAYS_UP_TO_ONE), to) : days;
    const span = { since: startOfDay(from, timeZone), before: startOfDay(to, timeZone, 1), timeZone };
    const [account, { available }, waiting, inProgress, ended, humanTalk, steps] = await Promise.all([
      this.accounts.get(accountId),
      this.credits.standing(accountId),
      this.figures.waiting(part),
      this.figures.running(part),
      this.#sumEnded(part, timeZone, shown),
      part.agentId === null ? this.figures.humanTalk(accountId, span) : 0,
      this.figures.steps(accountId),
    ]);
    const { talkSeconds, ...figures } = figuresOf(ended, days);
    return {
      object: 'home' as const,
      waiting,
      in_progress: inProgress,
      lines: account.lines,
      ...figures,
      talk_minutes: minutesOf(talkSeconds + humanTalk),
      credits_available: numberOf(available),
      held: await this.waitReasons.of(part, waiting),
      hours: days.length === 1 ? hoursOf(ended, to) : [],
      days: daysOf(ended, shown),
      steps,
    };
  }

  /** Today is counted again, and yesterday until it is settled. The days before are cached until midnight. */
  async #sumEnded(part: Part, timeZone: string, days: readonly string[]): Promise<EndedCalls[]> {
    const now = this.clock.now();
    const today = localDay(now, timeZone);
    const yesterday = addDays(today, -1);
    const span = (isIn: (day: string) => boolean) => spanOf(days.filter(isIn), timeZone);
    const [before, last, current] = [
      span((day) => day < yesterday),
      span((day) => day === yesterday),
      span((day) => day >= today),
    ];
    const areEndsStored = now.getTime() - startOfDay(today, timeZone).getTime() > STORED_MS;
    const ended = await Promise.all([
      before && this.#sumOnce(part, before, now, () => true),
      last && this.#sumOnce(part, last, now, (calls) => areEndsStored && calls.every(isAnalyzed)),
      current && this.endedCalls.of(part, current),
    ]);
    return ended.flatMap((calls) => calls ?? []);
  }

  /** Caches what is settled until midnight. */
  async #sumOnce(
    part: Part,
    span: LocalSpan,
    now: Date,
    isSettled: (ended: readonly EndedCalls[]) => boolean,
  ): Promise<EndedCalls[]> {
    const name = JSON.stringify([part, span]);
    const lifetimeMs = startOfNextDay(now, span.timeZone).getTime() - now.getTime();
    const lastDay = localDay(new Date(span.before.getTime() - 1), span.timeZone);
    const sum = async () => foldHours(await this.endedCalls.of(part, span), lastDay);
    const ended = await this.#past.of(name, now.getTime(), lifetimeMs, sum);
    if (!isSettled(ended)) this.#past.forget(name);
    return ended;
  }
}

/** null without days. */
function spanOf(days: readonly string[], timeZone: string): LocalSpan | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return { since: startOfDay(first, timeZone), before: startOfDay(last, timeZone, 1), timeZone };
}

function isAnalyzed({ status, disposition }: EndedCalls): boolean {
  return status !== 'completed' || disposition !== null;
}
