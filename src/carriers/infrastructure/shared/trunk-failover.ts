import type { EndCause } from '../../../shared-kernel/end-cause';
import { type LegFailure, type FailureOutcome, classifyFailure } from '../../domain/cause-map';
import { combineOutcomes } from '../../domain/route-outcome';
import { SILENT_STATUS } from '../../../trunks';
import { type LegEndReport, type LegStore, EMPTY_REPORT } from './leg-store';
import type { Route } from './route';

/** A trunk that was asked and did not connect the call. */
export interface FailedTrunkAttempt {
  readonly kind: 'failed';
  readonly event: LegFailure;
  /** The response as the timeline shows it, such as "503 Service Unavailable"; null without one. */
  readonly said: string | null;
}

/** What became of one trunk that was asked; `Answer` is what comes with an answer. */
export type TrunkAttemptResult<Answer> =
  | ({ readonly kind: 'answered' } & Answer)
  | FailedTrunkAttempt
  /** We gave up. */
  | { readonly kind: 'canceled' }
  /** The request never left, because its leg could not be stored. */
  | { readonly kind: 'not_sent' };

/** What became of a dial. Unless it was answered, its leg has ended. */
export type FailoverResult<R extends Route, Answer> =
  | ({ readonly kind: 'answered'; readonly route: R } & Answer)
  /** We gave up. */
  | { readonly kind: 'abandoned' }
  /** No trunk took it. `counts`: a phone may have rung all the same. */
  | {
      readonly kind: 'refused';
      readonly temporary: boolean;
      readonly reason: string;
      readonly countsAsDial?: boolean;
    }
  | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };

export interface TrunkFailoverOptions<R extends Route, Answer> {
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly R[];
  readonly record: Pick<LegStore, 'moveTo' | 'ended'>;
  /** Asks one trunk. Not called once we gave up. */
  readonly attempt: (route: R) => Promise<TrunkAttemptResult<Answer>>;
  /** A line for the timeline; with the number that the phone shows from now on. */
  readonly tell: (message: string, shownNumber?: string) => void;
}

/** Asks trunk after trunk until one takes the dial, and says what became of it. */
export class TrunkFailover<R extends Route, Answer> {
  readonly #verdicts: FailureOutcome[] = [];
  #gaveUp = false;
  #last = EMPTY_REPORT;

  constructor(private readonly options: TrunkFailoverOptions<R, Answer>) {}

  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  /** No further trunk is asked. */
  giveUp(): void {
    this.#gaveUp = true;
  }

  async run(): Promise<FailoverResult<R, Answer>> {
    const waiting = [...this.options.routes];
    let last: TrunkAttemptResult<Answer> | null = null;
    for (let route = waiting.shift(); route && !this.#gaveUp;) {
      this.options.tell(`Trunk ${route.trunkName} was asked.`, route.callerId);
      const end: TrunkAttemptResult<Answer> = await this.options.attempt(route);
      last = end;
      if (end.kind === 'answered') return { ...end, route };
      if (end.kind !== 'failed') break;
      route = await this.#next(route, end, waiting);
    }
    await this.options.record.ended(this.#last);
    return this.#unanswered(last);
  }

  /** The trunk that is asked next; undefined: none. */
  async #next({ trunkName }: R, end: FailedTrunkAttempt, waiting: R[]): Promise<R | undefined> {
    const verdict = classifyFailure(end.event);
    this.#verdicts.push(verdict);
    this.#last = { ...EMPTY_REPORT, verdict, ...wordsOf(end) };
    if (!verdict.triesNextTrunk) return undefined;
    const next = await this.#failOver(waiting);
    if (next) this.#last = EMPTY_REPORT;
    const what = end.said === null ? 'cannot be reached' : `answered ${end.said}`;
    this.options.tell(`Trunk ${trunkName} ${what}${next ? `; ${next.trunkName} is next` : ''}.`);
    return next;
  }

  /** Takes a channel of the next trunk that has one free; those that have none are passed over. */
  async #failOver(waiting: R[]): Promise<R | undefined> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!this.#gaveUp && (await this.options.record.moveTo(next, this.#last))) return next;
    }
    return undefined;
  }

  #unanswered(
    last: TrunkAttemptResult<Answer> | null,
  ): Exclude<FailoverResult<R, Answer>, { kind: 'answered' }> {
    if (this.#gaveUp || last?.kind === 'canceled') return { kind: 'abandoned' };
    const found = combineOutcomes(this.#verdicts);
    if (last?.kind === 'not_sent' || !found) {
      return { kind: 'refused', temporary: true, reason: 'it was not asked' };
    }
    const { outcome, countsAsDial: counts } = found;
    if (outcome.kind === 'refused') return { ...outcome, countsAsDial: counts };
    return outcome;
  }
}

/** What the network said, for the leg's row. */
function wordsOf({ said, event }: FailedTrunkAttempt): Pick<LegEndReport, 'said' | 'q850'> {
  const wasSilent = event.type === 'no_response' && !event.receivedSince;
  return {
    said: wasSilent ? SILENT_STATUS : said,
    q850: event.type === 'sip' ? (event.q850 ?? null) : null,
  };
}
