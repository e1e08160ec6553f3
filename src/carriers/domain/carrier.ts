import type { AnsweredBy, EndedBy } from '../../shared-kernel/call-parties';
import type { EndCause } from '../../shared-kernel/end-cause';
import type { EarlyBrief } from '../../shared-kernel/early-brief';
import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import type { CarrierRecording } from './pending-recording';
import type { LegAllocation } from '../../shared-kernel/leg-allocation';

/** Features of a carrier. Contexts read these flags, never the carrier's name. */
export interface CarrierCapabilities {
  /** Calls use the account's trunks, and media processes dial them. Any worker dials the others. */
  readonly overTrunks: boolean;
  /** Talk is charged to the account's credits; other carriers bill the account themselves. */
  readonly usesCredits: boolean;
  readonly statusUpdates: 'realtime' | 'final_only' | 'delayed';
  /** The counsellor's device; `sip_extension` is the user of a SIP address. */
  readonly rings: 'mobile' | 'extension' | 'sip_extension';
  readonly reportsUnansweredLeg: boolean;
  readonly bridge: 'own' | 'carrier';
}

/** Rings one number and runs a talk with the person who answers. */
export interface OutboundCallRequest {
  /** Unique for call and attempt. Sent with the request, so the carrier knows it before any phone rings. */
  readonly reference: string;
  /** From 1. */
  readonly attempt: number;
  /** E.164. */
  readonly number: string;
  /** Ring timeout; then the leg ends as no_answer. */
  readonly ringSeconds: number;
  readonly talk: TalkBrief;
  /** Absent: no tool fills the brief before the talk. */
  readonly early?: EarlyBrief;
  /** Carriers over trunks only. */
  readonly leg?: LegAllocation;
  /** ISO 3166 codes of countries whose numbers the account may call; null: all. */
  readonly countries?: readonly string[] | null;
  /** Used by carriers that record locally. */
  readonly record?: boolean;
}

export type LegName = 'counsellor' | 'contact';

/** Rings a counsellor, then a contact, and bridges them. */
export interface BridgeRequest {
  readonly reference: string;
  /** Rung first: E.164 or an extension, by the capability `rings`. */
  readonly counsellor: string;
  /** E.164. */
  readonly contact: string;
  /** Ring timeout of each leg. */
  readonly ringSeconds: number;
  readonly maxTalkSeconds: number;
  /** Carriers over trunks only. The channels of both legs are occupied. */
  readonly legs?: { readonly counsellor: LegAllocation; readonly contact: LegAllocation };
  /** Used by carriers that record locally. */
  readonly record?: boolean;
}

interface TranscribedRecording {
  readonly durationMs: number;
  readonly turns: readonly Turn[];
}

/** After `unknown` (timeout, broken connection) the leg is looked up, never dialed again (R4). */
export type DialResult =
  | { readonly kind: 'accepted'; readonly carrierCallId: string | null }
  /** `countsAsDial`: the dial counts for the limits, because a phone may have rung. */
  | {
      readonly kind: 'refused';
      readonly temporary: boolean;
      readonly reason: string;
      readonly countsAsDial?: boolean;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** `talkMs`: from answer to hang-up; null: not answered. */
export interface LegEnd {
  readonly cause: EndCause;
  /** null: not answered, or not known. */
  readonly by: EndedBy | null;
  readonly talkMs: number | null;
  /** The text of `status_reason`, when the cause alone does not explain the end. */
  readonly reason?: string;
  /** In a human call, the phone that did not pick up, if reported. */
  readonly unansweredLeg?: LegName;
  readonly answeredAt?: Date;
  /** Set for simulated calls, whose turns are known with the end. */
  readonly transcribedRecording?: TranscribedRecording;
  /** Set for real calls; absent without a recording. */
  readonly recordingFile?: RecordingFile;
  /** A part of the talk is being transcribed; the event `transcription` follows. */
  readonly transcribing?: boolean;
}

interface RecordingFile {
  readonly ms: number;
  /** False: the event `recording_stored` follows. */
  readonly stored: boolean;
  /** The carrier made it, or a part of it, and it is fetched later. For a whole one `ms` is the length of the talk. */
  readonly late?: CarrierRecording;
}

export type CallLookup =
  /** The carrier certainly did not receive it, so the call may be dialed again. */
  | { readonly state: 'not_received' }
  | { readonly state: 'in_transit' }
  | { readonly state: 'answered' }
  /** The last events of the leg are not stored yet. */
  | { readonly state: 'reporting' }
  | { readonly state: 'ended'; readonly end: LegEnd }
  /** The call was not found, or the carrier cannot be reached. */
  | { readonly state: 'not_found' };

type TimelineKind = 'trunk' | 'media' | 'speech' | 'amd' | 'dtmf' | 'transfer';

/** Events may be doubled, late, out of order and after the end (R5). `at` is the carrier's own time. */
export type CarrierEvent = { readonly reference: string; readonly at: Date } & (
  | { readonly type: 'ringing'; readonly leg?: LegName }
  /** `answeredBy`: of networks that know it at once. */
  | { readonly type: 'answered'; readonly leg?: LegName; readonly answeredBy?: AnsweredBy }
  | { readonly type: 'answering_party'; readonly value: AnsweredBy }
  | {
      readonly type: 'timeline';
      readonly kind: TimelineKind;
      readonly message: string;
      readonly shownNumber?: string;
    }
  | { readonly type: 'recording_stored'; readonly ms: number }
  /** The carrier never had the awaited recording. */
  | { readonly type: 'recording_unavailable' }
  /** The talk after a transfer, in order of time; null: the transcription failed. */
  | { readonly type: 'transcription'; readonly turns: readonly Turn[] | null }
  | { readonly type: 'transcript'; readonly turns: readonly Turn[] }
  | { readonly type: 'ended'; readonly end: LegEnd }
);

/** Resolves when the event is stored: only then is a callback acknowledged. */
export interface CarrierEventHandler {
  /** `carrier` is the reporting one; an event about another carrier's leg changes nothing. */
  handle(event: CarrierEvent, carrier: string): Promise<void>;
}

export interface CarrierEventSink {
  accept(carrier: string, event: CarrierEvent): Promise<void>;
}

/** A telephone provider. */
export abstract class Carrier {
  abstract readonly name: string;
  abstract readonly capabilities: CarrierCapabilities;

  /** Never throws: a failure is a result. Events may arrive before it resolves. */
  abstract dial(request: OutboundCallRequest): Promise<DialResult>;
  /** Events of a bridge name the leg. */
  abstract bridge(request: BridgeRequest): Promise<DialResult>;
  abstract lookUp(reference: string): Promise<CallLookup>;
  /** Idempotent; allowed at any time, also after the leg ended. */
  abstract hangUp(reference: string): Promise<void>;
  /** Real milliseconds of a duration in this carrier's network; a simulator runs faster than real time. */
  waitMs(networkMs: number): number {
    return networkMs;
  }

  /**
   * Leaves a leg to the carrier when this process ends; another process follows it. False when it needs this process.
   */
  detach(_reference: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  abstract close(): void;

  /** Rejects unanswered callers; talks continue. Resolves when that is stored; never rejects. */
  rejectUnanswered(): Promise<void> {
    return Promise.resolve();
  }

  /** The inverse of `waitMs`. */
  networkMs(realMs: number): number {
    return realMs;
  }
}
