import type { DialogRecord, InviteRecord } from '../../sip';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';

export type LegKind = 'contact' | 'counsellor' | 'transfer' | 'inbound';

/** A leg that begins: one phone over one trunk. */
export interface NewLeg {
  readonly id: string;
  readonly accountId: string;
  readonly callId: string;
  readonly attempt: number;
  /** Counts the attempts on trunks within the dial, from 1. */
  readonly trunkAttempt: number;
  readonly trunkId: string;
  readonly kind: LegKind;
  /** Of the person at the other end; null: a caller who withheld it. */
  readonly phoneNumber: string | null;
  /** The number that it shows, or that was called; a SIP user name where the trunk has no number. */
  readonly shownNumber: string;
  readonly beganAt: Date;
  /** Of an AI call. */
  readonly speech?: SpeechStreamPair | undefined;
}

/** One more phone for a call that goes on. */
export interface AdditionalLegRequest {
  readonly accountId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly kind: LegKind;
  /** E.164. */
  readonly phoneNumber: string;
  /** The trunks of the call, in the order in which they are tried. */
  readonly trunkIds: readonly string[];
  /** Of the account: its day decides which of its numbers was used least. */
  readonly timeZone: string;
}

/** How a leg ended. */
export interface LegResult {
  readonly id: string;
  readonly endedAt: Date;
  /** For the circuit breaker; null when it is unrelated to the trunk. */
  readonly result: 'refused' | 'taken' | 'person' | null;
  readonly noCapacity: boolean;
  /** The last response, such as `503 Service Unavailable`; null without one. */
  readonly lastStatus: string | null;
  readonly q850: number | null;
  /** null before audio flowed. */
  readonly packets: { readonly sent: number; readonly received: number; readonly lost: number } | null;
}

/** A leg whose process died before it could hang up. */
export interface OrphanedLeg {
  readonly id: string;
  readonly trunkId: string;
  readonly invite: InviteRecord | null;
  readonly dialog: DialogRecord | null;
}

export interface OpenLeg extends OrphanedCloudLeg {
  readonly accountId: string;
  readonly kind: LegKind;
  readonly answeredAt: Date | null;
}

/** A leg over a cloud trunk whose process died before it could hang up. */
export interface OrphanedCloudLeg {
  readonly id: string;
  readonly trunkId: string;
  /** null: the carrier had not answered the request. */
  readonly carrierId: string | null;
  /** E.164. */
  readonly phoneNumber: string | null;
  readonly shownNumber: string | null;
  readonly beganAt: Date;
}

/** One that is to be hung up by whoever was given it. */
export interface ClaimedCloudLeg extends OrphanedCloudLeg {
  /** The carrier may have received the request. */
  readonly wasRequested: boolean;
}

/** A leg with a token, by which a cloud carrier knows it. */
export interface TokenLeg {
  readonly id: string;
  readonly trunkId: string;
  readonly isOver: boolean;
}
