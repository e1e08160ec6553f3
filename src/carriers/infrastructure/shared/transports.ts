import type { MediaLeg } from '../../../media';
import type { RecordedCall } from '../../domain/pending-recording';
import type { InboundRejection, UnrecordedReason } from '../../domain/inbound';
import type { StartTransfer } from '../../../voice';
import type { AnsweredLeg } from './answered-leg';
import type { Route } from './route';
import type { TrunkAttempt } from './trunk-failover';

/** Transfers the contact of one call. */
export interface TransferControl {
  readonly begin: StartTransfer;
  /** The carrier's recording of contact and person; null without one. */
  recording(): RecordedCall | null;
  /** Leaves contact and person to the carrier. False unless they talk. */
  detach(): boolean;
}

/** An answered phone whose audio flows. */
export interface AnsweredContact {
  readonly leg: AnsweredLeg;
  /** The talk begins when the answer is stored; absent: at once. Never rejects. */
  readonly stored?: Promise<void>;
  /** null: the carrier cannot transfer. */
  readonly transfer: TransferControl | null;
}

/** The call ended between the answer and its audio. */
export interface AudioLost {
  readonly cause: 'hung_up' | 'connection_lost';
  readonly talkMs: number;
}

export type OutboundAnswer = { readonly contact: AnsweredContact } | { readonly lost: AudioLost };

/** Timeline of a transfer, and its storing. */
export interface TransferEvents {
  readonly onTransfer: (message: string) => void;
  /** Resolves when all events so far are stored. */
  readonly flushed: () => Promise<void>;
}

/** Progress of an attempt. `onRinging` and `onAnswered` fire at most once, before `ended`. */
export interface AttemptEvents extends TransferEvents {
  readonly onCallId: (carrierId: string) => void;
  readonly onRinging: () => void;
  readonly onAnswered: () => void;
}

/** Places calls over one network. */
export interface OutboundTransport<R extends Route, L extends MediaLeg> {
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly R[];
  /** Why `openMedia` resolves with null. */
  readonly noMediaReason: string;
  /** Never rejects. */
  openMedia(): Promise<L | null>;
  attempt(route: R, leg: L, events: AttemptEvents): TrunkAttempt<OutboundAnswer>;
}

/**
 * Why an inbound call got no talk: the caller hung up before the answer, or after it; the caller's side never confirmed the
 * answer, or agreed on no audio.
 */
export type AcceptFailure = 'canceled' | 'caller_left' | 'no_ack' | 'no_audio';

/** One inbound call of one network. */
export interface InboundTransport<L extends MediaLeg> {
  ring(): void;
  /** Null when no leg is free. Never rejects. */
  openMedia(): Promise<L | null>;
  /** Stores what another process needs to hang up, before the answer. Never rejects. */
  prepare(): Promise<void>;
  accept(leg: L, events: TransferEvents): Promise<AnsweredContact | AcceptFailure>;
  reject(reason: InboundRejection | UnrecordedReason): void;
  /** Calls the listener once, at once if the caller has canceled before. */
  onCanceled(listener: () => void): void;
}
