import type { HeaderField } from '../domain/headers';
import type { LocalAudio, RemoteAudio } from '../domain/audio';
import type { InviteRecord } from '../domain/dialog';
import type { Target, UnreachableWhy } from '../domain/ports';
import type { Session } from './session';
import type { PeerSettings } from './settings';

export interface CallOptions {
  /** Resolved, in the order of the operator; their health decides in which they are tried. */
  readonly targets: readonly Target[];
  readonly peer: PeerSettings;
  readonly requestUri: string;
  readonly from: { readonly uri: string };
  readonly to: { readonly uri: string };
  readonly contact: string;
  readonly headers?: readonly HeaderField[];
  readonly audio: Omit<LocalAudio, 'address'>;
  /** Set when it must be known before the INVITE is sent; else random. */
  readonly callId?: string;
  readonly fromTag?: string;
  /** The branch of the n-th INVITE of this call, from 0: each target and each response to a challenge has a new one. */
  readonly branch?: (n: number) => string;
  /** Decides after a 503 before any 18x, by the Q.850 cause of its Reason; absent: the next target is always tried. */
  readonly triesNextTarget?: (q850: number | null) => boolean;
  /** Awaited before each INVITE; a rejection fails the call with `kind: 'not_sent'`. */
  readonly beforeInvite?: (record: InviteRecord) => Promise<void> | void;
}

export interface CallHandlers {
  provisional?(provisional: Provisional): void;
  /** The first 2xx with usable audio. Either `onAnswered` or `onFailed` is called, at most once. */
  onAnswered(session: Session, audio: RemoteAudio): void;
  onFailed(failure: CallFailure): void;
}

export interface Provisional {
  readonly status: number;
  readonly reason: string;
  readonly audio: RemoteAudio | null;
}

export interface TargetOutcome {
  readonly target: Target;
  readonly result: 'unreachable' | 'unavailable' | 'silent' | 'final';
  readonly status: number | null;
  readonly why: UnreachableWhy | null;
}

export type CallFailure = {
  readonly rang: boolean;
  readonly targets: readonly TargetOutcome[];
} & (
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly reason: string;
      readonly q850: number | null;
    }
  | { readonly kind: 'unreachable'; readonly why: UnreachableWhy }
  /** No response for 32 s; `receivedSince`: that target has sent anything else since the INVITE. */
  | { readonly kind: 'silent'; readonly receivedSince: boolean }
  /** The 2xx had no audio for us, or none that is encrypted with our offer's key; it got ACK and BYE. */
  | { readonly kind: 'no_audio' | 'no_encryption' }
  /** `answered`: a 2xx crossed our CANCEL, and got ACK and BYE. */
  | { readonly kind: 'canceled'; readonly answered: boolean }
  | { readonly kind: 'not_sent' }
);

type Plain<T> = T extends unknown ? Omit<T, 'rang' | 'targets'> : never;
export type FailureKind = Plain<CallFailure>;
