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
  /** null: it recorded nothing. */
  recording(): RecordedCall | null;
  /** Leaves contact and target to the carrier. False unless they talk. */
  detach(): boolean;
}

export interface AnsweredContact {
  readonly leg: AnsweredLeg;
  /** `performance.now()` of the answer. Absent: the audio begins with it. */
  readonly answeredAt?: number;
  /** Absent: the talk begins at once. Never rejects. */
  readonly stored?: Promise<void>;
  /** null: the carrier cannot transfer. */
  readonly transfer: TransferControl | null;
}

export interface AudioLost {
  readonly cause: 'hung_up' | 'connection_lost';
  readonly talkMs: number;
}

export type OutboundAnswer = { readonly contact: AnsweredContact } | { readonly lost: AudioLost };

/** Progress of an attempt. `onRinging` and `onAnswered` fire at most once, before `ended`. */
export interface AttemptEvents {
  readonly onCallId: (carrierCallId: string) => void;
  readonly onRinging: () => void;
  readonly onAnswered: () => void;
  readonly onTransfer: (message: string) => void;
}

/** Places calls over one network. */
export interface OutboundTransport<R extends Route, L extends MediaLeg> {
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly R[];
  readonly noMediaReason: string;
  /** After `giveUp` of an attempt its end is awaited this time; null: until the network confirms it. */
  readonly maxGiveUpMs: number | null;
  /** Never rejects. */
  openMedia(): Promise<L | null>;
  attempt(route: R, leg: L, events: AttemptEvents): TrunkAttempt<OutboundAnswer>;
}

/**
 * `caller_left`: after the answer; `no_ack`: the answer was not confirmed; `no_audio`: no codec was agreed;
 * `no_encryption`: the caller's side answered our offer in plain; `stopping`: we end the call.
 */
export type AcceptFailure = 'canceled' | 'caller_left' | 'no_ack' | 'no_audio' | 'no_encryption' | 'stopping';

/** One inbound call of one network. */
export interface InboundTransport<L extends MediaLeg> {
  ring(): void;
  /** null when no leg is free. Never rejects. */
  openMedia(): Promise<L | null>;
  /** Stores what another process needs to hang up. Never rejects. */
  prepare(): Promise<void>;
  accept(leg: L, onTransfer: AttemptEvents['onTransfer']): Promise<AnsweredContact | AcceptFailure>;
  /** Ends an `accept` that waits for the caller's audio. */
  stop(): void;
  reject(reason: InboundRejection | UnrecordedReason): void;
  /** Called once; at once if the caller has canceled before. */
  onCanceled(listener: () => void): void;
}
