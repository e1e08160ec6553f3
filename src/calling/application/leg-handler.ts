import type { Turn } from '../../shared-kernel/talk';
import type { Carrier, LegEnd } from '../../carriers';
import type { LegReference } from '../domain/leg-reference';

/** A call as far as its leg goes. */
export interface LegState extends LegReference {
  readonly accountId: string;
  readonly carrier: string | null;
  /** When the contact answered, while they talk; else null. */
  readonly talkingSince: Date | null;
  /** Deadline of the carrier's next report; null: there is none. */
  readonly watchdogAt: Date | null;
  /** The stored turns; absent where the carrier reports none. */
  readonly turns?: readonly Turn[];
}

export interface Refusal {
  readonly reason: string;
  readonly temporary: boolean;
  /** The dial counts for the limits all the same: a phone may have rung. */
  readonly countsAsDial?: boolean;
}

/** Dials, watches and drains the legs of one kind of calls through this. */
export interface LegHandler {
  readonly kind: 'ai' | 'human';
  /** For log lines: "call", "human call". */
  readonly noun: string;
  /** The calls, without a lock; unknown ids are left out. */
  legs(callIds: readonly string[]): Promise<LegState[]>;
  /** Ids of calls whose carrier has reported nothing until `now`, at most `limit`. */
  overdue(now: Date, limit: number): Promise<string[]>;
  /** Ends the leg. Safe to repeat: the first end counts. */
  onEnded(leg: LegReference, end: LegEnd, at: Date): Promise<void>;
  onRefused(leg: LegReference, refusal: Refusal, carrier: Carrier): Promise<void>;
  /** The carrier surely never received the order. */
  onNotReceived(leg: LegReference, carrier: Carrier): Promise<void>;
  /** Stores the carrier's own id of the leg; false when the leg belongs to no ongoing call. */
  storeCarrierCallId(leg: LegReference, carrierCallId: string): Promise<boolean>;
}
