import type { RemoteAudio, Session } from '../../../sip';
import type { EndCause } from '../../../platform/kernel/end-cause';
import { type Verdict, verdictOf } from '../../domain/cause-map';
import { outcomeOfRoutes } from '../../domain/route-outcome';
import { SILENT_STATUS } from '../leg.repository';
import type { LastWord, LegRecord } from './leg-record';
import type { SipRoute } from './sip-route';
import { SipTry, type SipTryParts, type TryEnd } from './sip-try';

/** What became of a phone that was rung. Unless it was answered, its leg has ended. */
export type RingEnd =
  | {
      readonly kind: 'answered';
      readonly session: Session;
      readonly audio: RemoteAudio;
      readonly route: SipRoute;
    }
  /** We gave up. */
  | { readonly kind: 'given_up' }
  /** No trunk took it. `counts`: a phone may have rung all the same. */
  | {
      readonly kind: 'refused';
      readonly temporary: boolean;
      readonly reason: string;
      readonly counts?: boolean;
    }
  | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };

export interface RingingPhoneParts extends Pick<
  SipTryParts,
  'place' | 'timers' | 'ringSeconds' | 'wasSilent'
> {
  /** E.164, or whatever the routes can write. */
  readonly number: string;
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly SipRoute[];
  readonly record: LegRecord;
  /** Where its audio is received. */
  readonly port: number;
  /** The first 180 or 183 of a trunk. */
  readonly onRinging: () => void;
  /** Audio from before the answer was announced, perhaps again. */
  readonly onEarlyAudio?: (audio: RemoteAudio, route: SipRoute) => void;
  /** A line for the timeline; with the number that the phone shows from now on. */
  readonly tell: (message: string, shownNumber?: string) => void;
}

/** What a leg says of itself when nobody else said anything. */
export const NOTHING_SAID: LastWord = { verdict: null, said: null, q850: null, packets: null };

/** One phone that is rung: trunk after trunk until one takes the call, and until it is answered or not. */
export class RingingPhone {
  /** Resolves once. */
  readonly end: Promise<RingEnd>;
  readonly #verdicts: Verdict[] = [];
  #trial: SipTry | null = null;
  #gaveUp = false;
  #callId: string | null = null;
  #last = NOTHING_SAID;

  constructor(private readonly parts: RingingPhoneParts) {
    this.end = this.#run();
  }

  /** Of the INVITE that was sent last; null before the first. */
  get callId(): string | null {
    return this.#callId;
  }

  /** Stops the ringing; `end` follows. No effect once it was answered. */
  giveUp(): void {
    this.#gaveUp = true;
    this.#trial?.giveUp();
  }

  async #run(): Promise<RingEnd> {
    const waiting = [...this.parts.routes];
    let last: TryEnd | null = null;
    for (let route = waiting.shift(); route && !this.#gaveUp;) {
      this.parts.tell(`Trunk ${route.trunkName} was asked.`, route.callerId);
      const end = await this.#try(route);
      last = end;
      if (end.kind === 'answered') return { kind: 'answered', session: end.session, audio: end.audio, route };
      if (end.kind !== 'failed') break;
      route = await this.#next(route, end, waiting);
    }
    await this.parts.record.ended(this.#last);
    return this.#unanswered(last);
  }

  /** The trunk that is asked next; undefined: none. */
  async #next(
    { trunkName }: SipRoute,
    end: Extract<TryEnd, { kind: 'failed' }>,
    waiting: SipRoute[],
  ): Promise<SipRoute | undefined> {
    const verdict = verdictOf(end.event);
    this.#verdicts.push(verdict);
    this.#last = { ...NOTHING_SAID, verdict, ...wordsOf(end) };
    if (!verdict.failover) return undefined;
    const next = await this.#failOver(waiting);
    if (next) this.#last = NOTHING_SAID;
    const what = end.said === null ? 'cannot be reached' : `answered ${end.said}`;
    this.parts.tell(`Trunk ${trunkName} ${what}${next ? `; ${next.trunkName} is next` : ''}.`);
    return next;
  }

  /** Takes a channel of the next trunk that has one free; those that have none are passed over. */
  async #failOver(waiting: SipRoute[]): Promise<SipRoute | undefined> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!this.#gaveUp && (await this.parts.record.moveTo(next, this.#last))) return next;
    }
    return undefined;
  }

  #unanswered(last: TryEnd | null): RingEnd {
    if (this.#gaveUp || last?.kind === 'canceled') return { kind: 'given_up' };
    const found = outcomeOfRoutes(this.#verdicts);
    if (last?.kind === 'withheld' || !found) {
      return { kind: 'refused', temporary: true, reason: 'it was not asked' };
    }
    const { outcome, counts } = found;
    if (outcome.kind === 'refused') return { ...outcome, counts };
    return outcome;
  }

  async #try(route: SipRoute): Promise<TryEnd> {
    const { number, port, record, place, timers, ringSeconds, wasSilent, onRinging } = this.parts;
    const { onEarlyAudio } = this.parts;
    const targets = await route.targets().catch(() => []);
    if (this.#gaveUp) return { kind: 'canceled' };
    if (targets.length === 0) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    const { audio, ...invite } = route.invite(number);
    const names = record.names(route);
    this.#callId = names.callId ?? null;
    this.#trial = new SipTry(
      { ...invite, ...names, targets, audio: { ...audio, port, direction: 'sendrecv' } },
      {
        ...{ place, timers, wasSilent, ringSeconds, onRinging },
        onProgress: () => {
          record.rang();
        },
        ...(onEarlyAudio && {
          onEarlyAudio: (early: RemoteAudio) => {
            onEarlyAudio(early, route);
          },
        }),
      },
    );
    return this.#trial.ended.finally(() => {
      this.#trial = null;
    });
  }
}

/** What the network said, for the leg's row. */
function wordsOf({ said, event }: Extract<TryEnd, { kind: 'failed' }>): Pick<LastWord, 'said' | 'q850'> {
  const wasSilent = event.type === 'no_response' && !event.targetSpoke;
  return {
    said: wasSilent ? SILENT_STATUS : said,
    q850: event.type === 'sip' ? (event.q850 ?? null) : null,
  };
}
