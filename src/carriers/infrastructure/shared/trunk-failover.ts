import type { EndCause } from '../../../shared-kernel/end-cause';
import type { Timers } from '../../../platform/kernel/time/timers';
import { type LegFailure, type FailureOutcome, classifyFailure } from '../../domain/cause-map';
import { combineOutcomes } from '../../domain/route-outcome';
import { SILENT_STATUS } from '../../../trunks';
import { type LegEndReport, type LegStore, EMPTY_REPORT } from './leg-store';
import type { Route } from './route';
import { deferred } from '../../../platform/kernel/async/deferred';

export interface FailedTrunkAttempt {
  readonly kind: 'failed';
  readonly event: LegFailure;
  /** For the timeline, such as "503 Service Unavailable"; null without a response. */
  readonly response: string | null;
}

export const NOT_RESOLVED: FailedTrunkAttempt = {
  kind: 'failed',
  event: { type: 'not_resolved' },
  response: null,
};

export type TrunkAttemptResult<Answer> =
  | ({ readonly kind: 'answered' } & Answer)
  | FailedTrunkAttempt
  | { readonly kind: 'canceled' }
  /** The leg could not be stored. */
  | { readonly kind: 'not_sent' };

export interface TrunkAttempt<Answer> {
  /** Never rejects. */
  readonly ended: Promise<TrunkAttemptResult<Answer>>;
  /** Stops the ringing; `ended` follows. No effect after the answer. */
  giveUp(): void;
}

export type FailoverResult<R extends Route, Answer> =
  | ({ readonly kind: 'answered'; readonly route: R } & Answer)
  | { readonly kind: 'abandoned' }
  /** `countsAsDial`: a phone may have rung. */
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
  readonly record: Pick<LegStore, 'moveTo' | 'storeEnd'>;
  readonly attempt: (route: R) => TrunkAttempt<Answer>;
  /** For the timeline; `shownNumber` from now on. */
  readonly onProgress: (message: string, shownNumber?: string) => void;
  readonly timers: Timers;
  /**
   * After `giveUp` the end of a ringing phone is awaited this time; the channel is free when the network has confirmed
   * it. null: `run` waits for that, too.
   */
  readonly maxGiveUpMs: number | null;
}

/** Tries trunk after trunk until one accepts the dial. */
export class TrunkFailover<R extends Route, Answer> {
  readonly #outcomes: FailureOutcome[] = [];
  #isAbandoned = false;
  #attempt: TrunkAttempt<Answer> | null = null;
  #last = EMPTY_REPORT;
  readonly #abandoned = deferred<FailoverResult<R, Answer>>();

  constructor(private readonly options: TrunkFailoverOptions<R, Answer>) {}

  /** No effect after an answer. */
  giveUp(): void {
    const { timers, maxGiveUpMs } = this.options;
    this.#isAbandoned = true;
    this.#attempt?.giveUp();
    if (maxGiveUpMs !== null) {
      timers.after(maxGiveUpMs, () => this.#abandoned.resolve({ kind: 'abandoned' }));
    }
  }

  run(): Promise<FailoverResult<R, Answer>> {
    return Promise.race([this.#run(), this.#abandoned.promise]);
  }

  async #run(): Promise<FailoverResult<R, Answer>> {
    const waiting = [...this.options.routes];
    let last: TrunkAttemptResult<Answer> | null = null;
    for (let route = waiting.shift(); route && !this.#isAbandoned;) {
      this.options.onProgress(`Trunk ${route.trunkName} was asked.`, route.callerId);
      const result: TrunkAttemptResult<Answer> = await this.#try(route);
      last = result;
      if (result.kind === 'answered') return { ...result, route };
      if (result.kind !== 'failed') break;
      route = await this.#next(route, result, waiting);
    }
    await this.options.record.storeEnd(this.#last);
    return this.#unansweredResult(last);
  }

  async #try(route: R): Promise<TrunkAttemptResult<Answer>> {
    this.#attempt = this.options.attempt(route);
    const result = await this.#attempt.ended;
    this.#attempt = null;
    return result;
  }

  /** undefined: no trunk is left. */
  async #next({ trunkName }: R, failed: FailedTrunkAttempt, waiting: R[]): Promise<R | undefined> {
    const failure = classifyFailure(failed.event);
    this.#outcomes.push(failure);
    this.#last = { ...EMPTY_REPORT, failure, ...statusOf(failed) };
    if (!failure.triesNextTrunk) return undefined;
    const next = await this.#failOver(waiting);
    if (next) this.#last = EMPTY_REPORT;
    const result = failed.response === null ? 'cannot be reached' : `answered ${failed.response}`;
    this.options.onProgress(`Trunk ${trunkName} ${result}${next ? `; ${next.trunkName} is next` : ''}.`);
    return next;
  }

  async #failOver(waiting: R[]): Promise<R | undefined> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!this.#isAbandoned && (await this.options.record.moveTo(next, this.#last))) return next;
    }
    return undefined;
  }

  #unansweredResult(
    last: TrunkAttemptResult<Answer> | null,
  ): Exclude<FailoverResult<R, Answer>, { kind: 'answered' }> {
    if (this.#isAbandoned || last?.kind === 'canceled') return { kind: 'abandoned' };
    const found = combineOutcomes(this.#outcomes);
    if (last?.kind === 'not_sent' || !found) {
      return { kind: 'refused', temporary: true, reason: 'it was not asked' };
    }
    const { outcome, countsAsDial } = found;
    return outcome.kind === 'refused' ? { ...outcome, countsAsDial } : outcome;
  }
}

function statusOf({ response, event }: FailedTrunkAttempt): Pick<LegEndReport, 'response' | 'q850'> {
  const hadNoResponse = event.type === 'no_response' && !event.receivedSince;
  return {
    response: hadNoResponse ? SILENT_STATUS : response,
    q850: event.type === 'sip' ? (event.q850 ?? null) : null,
  };
}
