import type { RemoteAudio, Session } from '../../../sip';
import { TrunkFailover, type FailoverResult, type TrunkAttemptResult } from '../shared/trunk-failover';
import type { SipRecord } from './sip-leg-store';
import type { SipRoute } from './sip-route';
import { SipTrunkAttempt, type SipTrunkAttemptOptions } from './sip-trunk-attempt';

/** What comes with an answer. */
interface Answer {
  readonly session: Session;
  readonly audio: RemoteAudio;
}

/** What became of a phone that was rung. Unless it was answered, its leg has ended. */
export type RingEnd = FailoverResult<SipRoute, Answer>;

export interface SipOutboundLegOptions extends Pick<
  SipTrunkAttemptOptions,
  'place' | 'timers' | 'ringSeconds' | 'wasSilent'
> {
  /** E.164, or whatever the routes can write. */
  readonly number: string;
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly SipRoute[];
  readonly record: SipRecord;
  /** Where its audio is received. */
  readonly port: number;
  /** The first 180 or 183 of a trunk. */
  readonly onRinging: () => void;
  /** Audio from before the answer was announced, perhaps again. */
  readonly onEarlyAudio?: (audio: RemoteAudio, route: SipRoute) => void;
  /** A line for the timeline; with the number that the phone shows from now on. */
  readonly tell: (message: string, shownNumber?: string) => void;
}

/** One phone that is rung: trunk after trunk until one takes the call, and until it is answered or not. */
export class SipOutboundLeg {
  /** Resolves once. */
  readonly end: Promise<RingEnd>;
  readonly #search: TrunkFailover<SipRoute, Answer>;
  #trunkAttempt: SipTrunkAttempt | null = null;
  #callId: string | null = null;

  constructor(private readonly options: SipOutboundLegOptions) {
    const { routes, record, tell } = options;
    this.#search = new TrunkFailover({ routes, record, tell, attempt: (route) => this.#try(route) });
    this.end = this.#search.run();
  }

  /** Of the INVITE that was sent last; null before the first. */
  get callId(): string | null {
    return this.#callId;
  }

  /** Stops the ringing; `end` follows. No effect once it was answered. */
  giveUp(): void {
    this.#search.giveUp();
    this.#trunkAttempt?.giveUp();
  }

  async #try(route: SipRoute): Promise<TrunkAttemptResult<Answer>> {
    const { number, port, record, place, timers, ringSeconds, wasSilent, onRinging } = this.options;
    const { onEarlyAudio } = this.options;
    const targets = await route.targets().catch(() => []);
    if (this.#search.gaveUp) return { kind: 'canceled' };
    if (targets.length === 0) return { kind: 'failed', event: { type: 'not_resolved' }, said: null };
    const { audio, ...invite } = route.invite(number);
    const names = record.names(route);
    this.#callId = names.callId ?? null;
    this.#trunkAttempt = new SipTrunkAttempt(
      { ...invite, ...names, targets, audio: { ...audio, port, direction: 'sendrecv' } },
      {
        place,
        timers,
        wasSilent,
        ringSeconds,
        onRinging,
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
    return this.#trunkAttempt.ended.finally(() => {
      this.#trunkAttempt = null;
    });
  }
}
