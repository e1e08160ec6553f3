import type { EndCause } from '../../../platform/kernel/end-cause';
import { type LegFailure, type FailureOutcome, classifyFailure } from '../../domain/cause-map';
import { combineOutcomes } from '../../domain/route-outcome';
import { SILENT_STATUS } from '../leg.repository';
import { type LastWord, type LegRecord, NOTHING_SAID } from './leg-record';
import type { Route } from './route';

/** A trunk that was asked and did not connect the call. */
export interface FailedTry {
  readonly kind: 'failed';
  readonly event: LegFailure;
  /** The response as the timeline shows it, such as "503 Service Unavailable"; null without one. */
  readonly said: string | null;
}

/** What became of one trunk that was asked; `Answer` is what comes with an answer. */
export type TryEnd<Answer> =
  | ({ readonly kind: 'answered' } & Answer)
  | FailedTry
  /** We gave up. */
  | { readonly kind: 'canceled' }
  /** The request never left, because its leg could not be stored. */
  | { readonly kind: 'withheld' };

/** What became of a dial. Unless it was answered, its leg has ended. */
export type SearchEnd<R extends Route, Answer> =
  | ({ readonly kind: 'answered'; readonly route: R } & Answer)
  /** We gave up. */
  | { readonly kind: 'given_up' }
  /** No trunk took it. `counts`: a phone may have rung all the same. */
  | {
      readonly kind: 'refused';
      readonly temporary: boolean;
      readonly reason: string;
      readonly countsAsDial?: boolean;
    }
  | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };

export interface RouteSearchParts<R extends Route, Answer> {
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly R[];
  readonly record: Pick<LegRecord, 'moveTo' | 'ended'>;
  /** Asks one trunk. Not called once we gave up. */
  readonly attempt: (route: R) => Promise<TryEnd<Answer>>;
  /** A line for the timeline; with the number that the phone shows from now on. */
  readonly tell: (message: string, shownNumber?: string) => void;
}

/** Asks trunk after trunk until one takes the dial, and says what became of it. */
export class RouteSearch<R extends Route, Answer> {
  readonly #verdicts: FailureOutcome[] = [];
  #gaveUp = false;
  #last = NOTHING_SAID;

  constructor(private readonly parts: RouteSearchParts<R, Answer>) {}

  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  /** No further trunk is asked. */
  giveUp(): void {
    this.#gaveUp = true;
  }

  async run(): Promise<SearchEnd<R, Answer>> {
    const waiting = [...this.parts.routes];
    let last: TryEnd<Answer> | null = null;
    for (let route = waiting.shift(); route && !this.#gaveUp;) {
      this.parts.tell(`Trunk ${route.trunkName} was asked.`, route.callerId);
      const end: TryEnd<Answer> = await this.parts.attempt(route);
      last = end;
      if (end.kind === 'answered') return { ...end, route };
      if (end.kind !== 'failed') break;
      route = await this.#next(route, end, waiting);
    }
    await this.parts.record.ended(this.#last);
    return this.#unanswered(last);
  }

  /** The trunk that is asked next; undefined: none. */
  async #next({ trunkName }: R, end: FailedTry, waiting: R[]): Promise<R | undefined> {
    const verdict = classifyFailure(end.event);
    this.#verdicts.push(verdict);
    this.#last = { ...NOTHING_SAID, verdict, ...wordsOf(end) };
    if (!verdict.triesNextTrunk) return undefined;
    const next = await this.#failOver(waiting);
    if (next) this.#last = NOTHING_SAID;
    const what = end.said === null ? 'cannot be reached' : `answered ${end.said}`;
    this.parts.tell(`Trunk ${trunkName} ${what}${next ? `; ${next.trunkName} is next` : ''}.`);
    return next;
  }

  /** Takes a channel of the next trunk that has one free; those that have none are passed over. */
  async #failOver(waiting: R[]): Promise<R | undefined> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!this.#gaveUp && (await this.parts.record.moveTo(next, this.#last))) return next;
    }
    return undefined;
  }

  #unanswered(last: TryEnd<Answer> | null): Exclude<SearchEnd<R, Answer>, { kind: 'answered' }> {
    if (this.#gaveUp || last?.kind === 'canceled') return { kind: 'given_up' };
    const found = combineOutcomes(this.#verdicts);
    if (last?.kind === 'withheld' || !found) {
      return { kind: 'refused', temporary: true, reason: 'it was not asked' };
    }
    const { outcome, countsAsDial: counts } = found;
    if (outcome.kind === 'refused') return { ...outcome, countsAsDial: counts };
    return outcome;
  }
}

/** What the network said, for the leg's row. */
function wordsOf({ said, event }: FailedTry): Pick<LastWord, 'said' | 'q850'> {
  const wasSilent = event.type === 'no_response' && !event.receivedSince;
  return {
    said: wasSilent ? SILENT_STATUS : said,
    q850: event.type === 'sip' ? (event.q850 ?? null) : null,
  };
}
