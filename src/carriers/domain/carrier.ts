import type { AnsweredBy, EndedBy } from '../../shared-kernel/call-parties';
import type { EndCause } from '../../shared-kernel/end-cause';
import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import type { CarrierRecording } from './pending-recording';
import type { LegAllocation } from '../../shared-kernel/leg-allocation';

/** Features of a carrier. Contexts read these flags, never the carrier's name. */
export interface CarrierCapabilities {
  /** Its calls go over the account's trunks, and media processes dial them; any worker dials the others. */
  readonly overTrunks: boolean;
  /** Talk is charged to the account's credits; other carriers bill the account themselves. */
  readonly usesCredits: boolean;
  readonly statusUpdates: 'realtime' | 'final_only' | 'delayed';
  /** What it rings of a counsellor; `sip_extension` is the user of a SIP address. */
  readonly rings: 'mobile' | 'extension' | 'sip_extension';
  readonly reportsUnansweredLeg: boolean;
  readonly media: 'frames' | 'text' | 'none';
  readonly bridge: 'own' | 'carrier';
  readonly machineDetection: boolean;
  readonly recording: 'local' | 'carrier_at_once' | 'carrier_deferred';
  readonly returnsId: boolean;
  readonly canLookUp: boolean;
  /** Dial rate limit; null for none. */
  readonly dialsPerSecond: number | null;
}

/** An order to ring one number and run a talk with whoever answers. */
export interface OutboundCallRequest {
  /** Unique for call and attempt; sent with the order, so the carrier knows it before anything rings. */
  readonly reference: string;
  /** Attempts count from 1. */
  readonly attempt: number;
  /** E.164. */
  readonly number: string;
  /** Ring timeout; then the leg ends as no_answer. */
  readonly ringSeconds: number;
  readonly talk: TalkBrief;
  /** Of carriers over trunks alone. */
  readonly leg?: LegAllocation;
  /** Countries whose numbers the account may call, as ISO 3166 codes; null for all. Of carriers over trunks alone. */
  readonly countries?: readonly string[] | null;
  /** Whether the talk is recorded, where the recording is ours. */
  readonly record?: boolean;
}

export type LegName = 'counsellor' | 'contact';

/** An order to ring a counsellor, then a contact, and bridge them. Who bridges is the carrier's business. */
export interface BridgeRequest {
  readonly reference: string;
  /** Rung first: an E.164 number or an extension, by the capability `rings`. */
  readonly counsellor: string;
  /** E.164. */
  readonly contact: string;
  /** Ring timeout of each leg. */
  readonly ringSeconds: number;
  readonly maxTalkSeconds: number;
  /** Of carriers over trunks alone. The channels of both legs are occupied. */
  readonly legs?: { readonly counsellor: LegAllocation; readonly contact: LegAllocation };
  /** Whether the talk is recorded, where the recording is ours. */
  readonly record?: boolean;
}

interface Recording {
  readonly durationMs: number;
  readonly turns: readonly Turn[];
}

/** Answer to an order. After `unknown` (timeout, broken connection) the leg is looked up, never dialed again (R4). */
export type DialResult =
  | { readonly kind: 'accepted'; readonly carrierId: string | null }
  /** `counts`: the dial counts for the limits although nothing came of it, for a phone may have rung. */
  | {
      readonly kind: 'refused';
      readonly temporary: boolean;
      readonly reason: string;
      readonly countsAsDial?: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The end of a leg. `talkMs` is the time from answer to hang-up; null when nobody answered. */
export interface LegEnd {
  readonly cause: EndCause;
  /** null: nobody answered, or it is not known. */
  readonly by: EndedBy | null;
  readonly talkMs: number | null;
  /** Text for `status_reason`, when the cause alone does not explain the end. */
  readonly reason?: string;
  /** In a human call, the phone that did not pick up, if reported. */
  readonly unansweredLeg?: LegName;
  readonly answeredAt?: Date;
  readonly recording?: Recording;
  /** A recording that was written while they talked, and whether it is stored already; absent without one. */
  readonly recorded?: Recorded;
  /** A part of the talk is being transcribed; the event `transcription` follows. */
  readonly transcribing?: boolean;
}

interface Recorded {
  readonly ms: number;
  /** False: the event `recording_stored` follows. */
  readonly stored: boolean;
  /** The carrier made it, or a part: that is fetched from there. Of a whole one `ms` is the length of the talk. */
  readonly late?: CarrierRecording;
}

export type CallLookup =
  /** It certainly never received the order, so the call may be dialed again. */
  | { readonly state: 'not_received' }
  | { readonly state: 'in_transit' }
  | { readonly state: 'answered' }
  | { readonly state: 'ended'; readonly end: LegEnd }
  /** The leg is not known, or the carrier cannot be reached. */
  | { readonly state: 'not_found' };

type TimelineKind = 'trunk' | 'media' | 'speech' | 'amd' | 'dtmf' | 'transfer';

/**
 * One thing a carrier reports. Facts may be doubled, late, out of order and after the end (R5). `at` is the carrier's
 * own time.
 */
export type CarrierEvent = { readonly reference: string; readonly at: Date } & (
  | { readonly type: 'ringing'; readonly leg?: LegName }
  /** `answeredBy` comes with networks that know it at once. */
  | { readonly type: 'answered'; readonly leg?: LegName; readonly answeredBy?: AnsweredBy }
  | { readonly type: 'answering_party'; readonly value: AnsweredBy }
  | {
      readonly type: 'timeline';
      readonly kind: TimelineKind;
      readonly message: string;
      readonly shownNumber?: string;
    }
  | { readonly type: 'recording_stored'; readonly ms: number }
  /** The carrier never had the recording that was awaited. */
  | { readonly type: 'recording_unavailable' }
  /** The talk after a transfer, in order of time; null: the transcription failed. */
  | { readonly type: 'transcription'; readonly turns: readonly Turn[] | null }
  | { readonly type: 'transcript'; readonly turns: readonly Turn[] }
  | { readonly type: 'ended'; readonly end: LegEnd }
);

/** Handles the facts of its own calls. Resolves when the fact is stored: only then is a callback acknowledged. */
export interface CarrierEventHandler {
  /** `carrier` is the reporting one; a fact about another carrier's leg changes nothing. */
  handle(fact: CarrierEvent, carrier: string): Promise<void>;
}

export interface CarrierEventSink {
  accept(carrier: string, fact: CarrierEvent): Promise<void>;
}

/** A telephone provider. */
export abstract class Carrier {
  abstract readonly name: string;
  abstract readonly capabilities: CarrierCapabilities;

  /** Never throws: a failure is an answer. Facts may arrive before it resolves. */
  abstract dial(request: OutboundCallRequest): Promise<DialResult>;
  /** Like `dial`, for two legs; its facts name the leg. */
  abstract bridge(request: BridgeRequest): Promise<DialResult>;
  abstract lookUp(reference: string): Promise<CallLookup>;
  /** Idempotent; allowed at any time, also after the leg ended. */
  abstract hangUp(reference: string): Promise<void>;
  /** Converts a duration in this carrier's network to real milliseconds; a simulator runs faster than real time. */
  abstract waitMs(networkMs: number): number;
  /**
   * Leaves a leg that goes on by itself to the carrier, when this process is about to end: another one looks after it. False
   * when it cannot go on without this process.
   */
  detach(_reference: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  abstract close(): void;

  /** Rejects callers who are not answered yet; talks continue. Resolves when that is stored; never rejects. */
  rejectUnanswered(): Promise<void> {
    return Promise.resolve();
  }

  /** Converts real milliseconds to a duration in this carrier's network. */
  networkMs(realMs: number): number {
    return realMs;
  }
}
