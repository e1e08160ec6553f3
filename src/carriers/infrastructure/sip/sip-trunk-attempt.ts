import type {
  CallFailure,
  CallHandlers,
  CallOptions,
  OutgoingCall,
  RemoteAudio,
  Session,
} from '../../../sip';
import { oneLine } from '../../../platform/kernel/text';
import { classifyFailure, type LegFailure } from '../../domain/cause-map';
import type { Timers } from '../../../platform/kernel/time/timers';
import { PreparedAttempt } from '../shared/prepared-attempt';
import { NOT_RESOLVED, type TrunkAttempt, type TrunkAttemptResult } from '../shared/trunk-failover';
import type { SipRecord } from './sip-leg-store';
import type { SipRoute } from './sip-route';
import { deferred } from '../../../platform/kernel/async/deferred';

const MAX_MESSAGE_LENGTH = 200;
/** The longest ringing, whatever the ring timeout of the request. */
const MAX_RINGING_MS = 60_000;
/** After a ring timeout the final response is awaited this time: some networks send none after a CANCEL. */
const MAX_CANCEL_MS = 4_000;

export interface SipAnswer {
  readonly session: Session;
  readonly audio: RemoteAudio;
}

export type PlaceCall = (callOptions: CallOptions, handlers: CallHandlers) => OutgoingCall;

export interface SipInviteOptions {
  readonly place: PlaceCall;
  readonly timers: Timers;
  readonly ringSeconds: number;
  readonly hadNoResponse: boolean;
  /** Any 18x; may repeat. */
  readonly onProgress?: () => void;
  readonly onRinging: () => void;
  /** Fires for each change. */
  readonly onEarlyAudio?: (audio: RemoteAudio) => void;
}

export interface SipTrunkAttemptOptions extends Pick<
  SipInviteOptions,
  'place' | 'timers' | 'ringSeconds' | 'hadNoResponse' | 'onRinging'
> {
  readonly route: SipRoute;
  /** E.164, or what the route can write. */
  readonly number: string;
  readonly record: SipRecord;
  readonly port: number;
  readonly onCallId?: (callId: string) => void;
  /** `sources`: addresses of the signalling, and configured ones. */
  readonly onEarlyAudio?: (audio: RemoteAudio, sources: readonly string[]) => void;
}

/** Sends one INVITE, once the trunk's servers are resolved. */
export function attemptOverSip(options: SipTrunkAttemptOptions): TrunkAttempt<SipAnswer> {
  const { route, number, record, port, onCallId, onEarlyAudio } = options;
  return new PreparedAttempt(async () => {
    const targets = await route.targets().catch(() => []);
    if (targets.length === 0) return NOT_RESOLVED;
    return () => {
      const { audio, ...invite } = route.invite(number);
      const names = record.names(route);
      const sources = [...targets.map(({ address }) => address), ...route.mediaSources];
      if (names.callId !== undefined) onCallId?.(names.callId);
      return new SipTrunkAttempt(
        { ...invite, ...names, targets, audio: { ...audio, port, direction: 'sendrecv' } },
        {
          ...options,
          onProgress: () => record.rang(),
          onEarlyAudio: (early) => onEarlyAudio?.(early, sources),
        },
      );
    };
  });
}

/** One INVITE on one trunk, and its timeouts. */
export class SipTrunkAttempt implements TrunkAttempt<SipAnswer> {
  readonly ended: Promise<TrunkAttemptResult<SipAnswer>>;
  readonly #call: OutgoingCall;
  #stopTimer: () => void = () => undefined;
  readonly #end = deferred<TrunkAttemptResult<SipAnswer>>();
  #rings = false;
  #why: 'ring_timeout' | 'abandoned' | null = null;

  constructor(
    callOptions: CallOptions,
    private readonly options: SipInviteOptions,
  ) {
    const { timers, ringSeconds } = options;
    this.ended = this.#end.promise.finally(() => {
      this.#stopTimer();
      stopMaximum();
    });
    this.#call = options.place(
      { ...callOptions, triesNextTarget },
      {
        provisional: ({ status, audio }) => {
          if (status >= 180 && status < 190) options.onProgress?.();
          if (status === 180 || status === 183) this.#ring();
          if (audio) options.onEarlyAudio?.(audio);
        },
        onAnswered: (session, audio) => this.#end.resolve({ kind: 'answered', session, audio }),
        onFailed: (failure) => this.#end.resolve(this.#onFailed(failure)),
      },
    );
    const stopMaximum = timers.after(MAX_RINGING_MS, () => this.#timeOut());
    this.#waitForAnswer(ringSeconds * 1_000);
  }

  giveUp(): void {
    this.#cancel('abandoned');
  }

  #ring(): void {
    if (this.#rings) return;
    this.#rings = true;
    // The first 18x restarts the ring timeout.
    this.#waitForAnswer(this.options.ringSeconds * 1_000);
    this.options.onRinging();
  }

  #waitForAnswer(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.options.timers.after(ms, () => this.#timeOut());
  }

  #timeOut(): void {
    if (this.#why !== null) return;
    this.#cancel('ring_timeout');
    this.#stopTimer();
    const end = (): void => this.#end.resolve(failedResult({ type: 'ring_timeout' }));
    this.#stopTimer = this.options.timers.after(MAX_CANCEL_MS, end);
  }

  #cancel(why: 'ring_timeout' | 'abandoned'): void {
    this.#why ??= why;
    this.#call.cancel();
  }

  #onFailed(failure: CallFailure): TrunkAttemptResult<SipAnswer> {
    const { rang } = failure;
    // A registered phone rang, and the user's next one could not be rung: the call is never dialed again.
    if (rang && (failure.kind === 'silent' || failure.kind === 'not_sent'))
      return failedResult({ type: 'request_lost' });
    switch (failure.kind) {
      case 'refused': {
        const { status, q850, reason } = failure;
        return failedResult(
          { type: 'sip', status, q850, rang },
          oneLine(`${status} ${reason}`.trim(), MAX_MESSAGE_LENGTH),
        );
      }
      case 'unreachable':
        // A phone that rang may still ring, so no further trunk is tried.
        return failedResult({ type: rang ? 'request_lost' : UNREACHABLE[failure.why] });
      case 'silent': {
        const { receivedSince } = failure;
        return failedResult({ type: 'no_response', receivedSince, again: this.options.hadNoResponse });
      }
      case 'no_audio':
        return failedResult({ type: 'no_usable_audio' });
      case 'no_encryption':
        return failedResult({ type: 'no_encryption' });
      case 'not_sent':
        return { kind: 'not_sent' };
      case 'canceled':
        return this.#why === 'ring_timeout' ? failedResult({ type: 'ring_timeout' }) : { kind: 'canceled' };
    }
  }
}

const UNREACHABLE = {
  resolve: 'not_resolved',
  refused: 'connection_refused',
  timeout: 'target_silent',
  certificate: 'bad_certificate',
  closed: 'connection_refused',
} as const;

/** A cause such as busy speaks of the phone, which another server would reach again. */
function triesNextTarget(q850: number | null): boolean {
  return classifyFailure({ type: 'sip', status: 503, q850, rang: false }).triesNextTrunk;
}

function failedResult(event: LegFailure, response: string | null = null): TrunkAttemptResult<SipAnswer> {
  return { kind: 'failed', event, response };
}
