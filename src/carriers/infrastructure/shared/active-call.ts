/**
 * `canceled`: the caller hung up before the answer; `stopping`: we do; `hanging_up`: we end an answered call;
 * `detached`: this process no longer reports it.
 */
export type CallPhase =
  'in_transit' | 'canceled' | 'stopping' | 'answered' | 'hanging_up' | 'ended' | 'detached';

export interface ActiveCall {
  readonly phase: CallPhase;
  /** Resolves when the call has ended, or continues without this process. */
  readonly ended: Promise<void>;
  /** Ends the call, or stops its ringing. Idempotent. */
  hangUp(): void;
  /** Emits no further events. Used at shutdown. */
  drop(): void;
  /** Leaves the call to the carrier and to another process. False when the call needs this process. */
  detach(): boolean;
}
