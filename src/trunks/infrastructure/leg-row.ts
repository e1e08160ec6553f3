import type { DialogRecord, InviteRecord } from '../../sip';
import type { LineQuality } from '../../shared-kernel/line-quality';
import type { SpeechStreamPair } from '../../shared-kernel/leg-allocation';

export type LegKind = 'contact' | 'counsellor' | 'transfer' | 'inbound';

export interface NewLeg {
  readonly id: string;
  readonly accountId: string;
  readonly callId: string;
  readonly attempt: number;
  /** From 1, within the dial. */
  readonly trunkAttempt: number;
  readonly trunkId: string;
  readonly kind: LegKind;
  /** null: the caller withheld it. */
  readonly phoneNumber: string | null;
  /** The number that it shows, or that was called; a SIP user name where the trunk has no number. */
  readonly shownNumber: string;
  readonly beganAt: Date;
  /** AI calls only. */
  readonly speech?: SpeechStreamPair | undefined;
}

export interface AdditionalLegRequest {
  readonly accountId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly kind: LegKind;
  /** E.164. */
  readonly phoneNumber: string;
  /** In the order in which they are tried. */
  readonly trunkIds: readonly string[];
  /** The account's: its local day decides which number was used least. */
  readonly timeZone: string;
}

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
  /** null without RTP. */
  readonly line: LineQuality | null;
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

/** The same over a cloud trunk. */
export interface OrphanedCloudLeg {
  readonly id: string;
  readonly trunkId: string;
  /** null: the carrier had not answered the request. */
  readonly carrierCallId: string | null;
  /** E.164. */
  readonly phoneNumber: string | null;
  readonly shownNumber: string | null;
  readonly beganAt: Date;
}

/** Returned to one caller, who hangs it up. */
export interface ClaimedCloudLeg extends OrphanedCloudLeg {
  /** The carrier may have received the request. */
  readonly wasRequested: boolean;
}

/** A leg whose token identifies it to a cloud carrier. */
export interface TokenLeg {
  readonly id: string;
  readonly trunkId: string;
  readonly beganAt: Date;
  readonly isOver: boolean;
}
