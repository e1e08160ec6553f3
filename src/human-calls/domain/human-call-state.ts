import type { RecordingState } from '../../shared-kernel/recording-state';
import type { HumanCallStatus } from './human-call-status';

export type StatusUpdates = 'realtime' | 'final_only' | 'delayed';
type AnalysisStatus = 'not_requested' | 'waiting' | 'processing' | 'completed' | 'failed' | 'skipped';
export type LegName = 'counsellor' | 'contact';

/** A human call is dialed once, so this is its only attempt number. */
export const DIAL = 1;

export interface Disposition {
  readonly label: string;
  readonly note: string | null;
  readonly recordedBy: 'counsellor' | 'api';
  /** ISO 8601. */
  readonly recordedAt: string;
}

export interface HumanCallState {
  readonly id: string;
  readonly accountId: string;
  readonly counsellorId: string;
  /** The counsellor's name and e-mail are copies from when the call was queued. */
  readonly counsellorName: string;
  readonly counsellorEmail: string;
  readonly phoneNumber: string;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly externalId: string | null;
  /** The lead with this number, if exactly one exists. */
  readonly leadId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly analyze: boolean;
  readonly status: HumanCallStatus;
  /** Why the call ended. Why it waits is computed on read. */
  readonly statusReason: string | null;
  readonly noAnswerBy: LegName | null;
  /** Capability of the carrier that the call uses, or would use. */
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
  readonly createdAt: Date;
  readonly carrier: string | null;
  readonly carrierId: string | null;
  /** The talk ends after this time: the account's limit, or what the reserved credits pay for. */
  readonly maxTalkSeconds: number | null;
  /** The reserved credits, not the account's limit, bound the talk. */
  readonly creditsLimitTalk: boolean | null;
  readonly dialedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  /** Without a report until then, the watchdog looks the call up, hangs up and ends the call (R9). */
  readonly watchdogAt: Date | null;
  /** Charge for the talk, a decimal with 4 places; null until known. */
  readonly charged: string | null;
  readonly disposition: Disposition | null;
  readonly analysisStatus: AnalysisStatus;
  readonly analysisReason: string | null;
  readonly analysisDueAt: Date | null;
  readonly analysisAttempts: number;
  /** Of a real call from its dial on; null when nobody answered it, and for all other calls. */
  readonly recording: RecordingState | null;
  readonly recordedMs: number | null;
  /** When a media process may next try to write the recording down; null when none is to. */
  readonly transcriptionDueAt: Date | null;
  /** Tries so far; null: none. */
  readonly transcriptions: number | null;
}

export interface NewHumanCall {
  /** E.164. */
  readonly phoneNumber: string;
  readonly contact: {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    readonly externalId?: string | undefined;
  };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly analyze: boolean;
}

export interface Circumstances {
  readonly id: string;
  readonly accountId: string;
  readonly counsellor: { readonly id: string; readonly name: string; readonly email: string };
  readonly leadId: string | null;
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
}

export function queuedHumanCall(request: NewHumanCall, more: Circumstances, now: Date): HumanCallState {
  const { counsellor, ...rest } = more;
  return {
    ...rest,
    counsellorId: counsellor.id,
    counsellorName: counsellor.name,
    counsellorEmail: counsellor.email,
    phoneNumber: request.phoneNumber,
    contactName: request.contact.name ?? null,
    contactEmail: request.contact.email ?? null,
    externalId: request.contact.externalId ?? null,
    metadata: request.metadata,
    analyze: request.analyze,
    status: 'queued',
    statusReason: null,
    noAnswerBy: null,
    createdAt: now,
    carrier: null,
    carrierId: null,
    maxTalkSeconds: null,
    creditsLimitTalk: false,
    dialedAt: null,
    answeredAt: null,
    endedAt: null,
    durationSeconds: null,
    watchdogAt: null,
    charged: null,
    disposition: null,
    analysisStatus: request.analyze ? 'waiting' : 'not_requested',
    analysisReason: null,
    analysisDueAt: null,
    analysisAttempts: 0,
    recording: null,
    recordedMs: null,
    transcriptionDueAt: null,
    transcriptions: null,
  };
}
