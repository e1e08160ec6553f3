import type {
  CallFailure,
  CallHandlers,
  CallOptions,
  OutgoingCall,
  RemoteAudio,
  Session,
} from '../../../sip';
import { oneLine } from '../../../platform/kernel/text';
import type { LegFailure } from '../../domain/cause-map';
import type { Timers } from '../../../platform/timers';
import type { TrunkAttemptResult } from '../shared/trunk-failover';

/** Of the words of a response. */
const MAX_MESSAGE_LENGTH = 200;
/** A phone rings for no longer than this, whatever the order says. */
const MAX_WAIT_MS = 60_000;

export type SipTrunkAttemptResult = TrunkAttemptResult<{
  readonly session: Session;
  readonly audio: RemoteAudio;
}>;

export interface SipTrunkAttemptOptions {
  readonly place: (callOptions: CallOptions, handlers: CallHandlers) => OutgoingCall;
  readonly timers: Timers;
  readonly ringSeconds: number;
  /** The same call met a silent target before. */
  readonly wasSilent: boolean;
  /** An 18x of any kind, perhaps again. */
  readonly onProgress?: () => void;
  /** The first 180 or 183. */
  readonly onRinging: () => void;
  /** Audio from before the answer was announced, perhaps again. */
  readonly onEarlyAudio?: (audio: RemoteAudio) => void;
}

/** One INVITE on one trunk, and how long it may take. */
export class SipTrunkAttempt {
  readonly ended: Promise<SipTrunkAttemptResult>;
  readonly #call: OutgoingCall;
  #stopTimer: () => void = () => undefined;
  #rings = false;
  #why: 'ring_timeout' | 'abandoned' | null = null;

  constructor(
    callOptions: CallOptions,
    private readonly options: SipTrunkAttemptOptions,
  ) {
    const { timers, ringSeconds } = options;
    let end: (end: SipTrunkAttemptResult) => void = () => undefined;
    this.ended = new Promise<SipTrunkAttemptResult>((resolve) => {
      end = resolve;
    }).finally(() => {
      this.#stopTimer();
      stopLongest();
    });
    this.#call = options.place(callOptions, {
      provisional: ({ status, audio }) => {
        if (status >= 180 && status < 190) this.options.onProgress?.();
        if (status === 180 || status === 183) this.#ring();
        if (audio) this.options.onEarlyAudio?.(audio);
      },
      answered: (session, audio) => {
        end({ kind: 'answered', session, audio });
      },
      failed: (failure) => {
        end(this.#failed(failure));
      },
    });
    const stopLongest = timers.after(MAX_WAIT_MS, () => {
      this.#cancel('ring_timeout');
    });
    this.#waitForAnswer(ringSeconds * 1_000);
  }

  /** Stops the ringing; `ended` follows. */
  giveUp(): void {
    this.#cancel('abandoned');
  }

  #ring(): void {
    if (this.#rings) return;
    this.#rings = true;
    // The time of ringing begins anew with the first 18x.
    this.#waitForAnswer(this.options.ringSeconds * 1_000);
    this.options.onRinging();
  }

  #waitForAnswer(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.options.timers.after(ms, () => {
      this.#cancel('ring_timeout');
    });
  }

  #cancel(why: 'ring_timeout' | 'abandoned'): void {
    this.#why ??= why;
    this.#call.cancel();
  }

  #failed(failure: CallFailure): SipTrunkAttemptResult {
    const { rang } = failure;
    switch (failure.kind) {
      case 'refused': {
        const { status, q850, reason } = failure;
        return failed(
          { type: 'sip', status, q850, rang },
          oneLine(`${status} ${reason}`.trim(), MAX_MESSAGE_LENGTH),
        );
      }
      case 'unreachable':
        // What had rung may still ring: nobody else is asked.
        return failed({ type: rang ? 'request_lost' : UNREACHABLE[failure.why] });
      case 'silent': {
        const { receivedSince: targetSpoke } = failure;
        return failed({ type: 'no_response', receivedSince: targetSpoke, again: this.options.wasSilent });
      }
      case 'no_audio':
        return failed({ type: 'no_usable_audio' });
      case 'not_sent':
        return { kind: 'not_sent' };
      case 'canceled':
        return this.#why === 'ring_timeout' ? failed({ type: 'ring_timeout' }) : { kind: 'canceled' };
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

function failed(event: LegFailure, said: string | null = null): SipTrunkAttemptResult {
  return { kind: 'failed', event, said };
}
