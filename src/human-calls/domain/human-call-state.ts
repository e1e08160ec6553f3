import {
  type CommonCallState,
  type SentContact,
  storedContact,
  UNDIALED,
} from '../../shared-kernel/call-state';
import type { RecordingState } from '../../shared-kernel/recording-state';
import type { HumanCallStatus } from './human-call-status';

export type StatusUpdates = 'realtime' | 'final_only' | 'delayed';
type AnalysisStatus = 'not_requested' | 'waiting' | 'processing' | 'completed' | 'failed' | 'skipped';
export type LegName = 'counsellor' | 'contact';

/** A human call is dialed once, so this is its only attempt number. */
export const DIAL = 1;

/** Code points. */
export const DISPOSITION_LIMITS = { label: 64, note: 2_000 } as const;

export interface Disposition {
  readonly label: string;
  readonly note: string | null;
  readonly recordedBy: 'counsellor' | 'api';
  /** ISO 8601. */
  readonly recordedAt: string;
}

export type NewDisposition = Omit<Disposition, 'recordedAt'>;

export interface HumanCallState extends CommonCallState {
  readonly counsellorId: string;
  /** The counsellor's name and e-mail are copies from when the call was queued. */
  readonly counsellorName: string;
  readonly counsellorEmail: string;
  /** The lead with this number, if exactly one exists. */
  readonly leadId: string | null;
  readonly analyze: boolean;
  readonly status: HumanCallStatus;
  readonly noAnswerBy: LegName | null;
  /** Capability of the carrier that the call uses, or would use. */
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
  /** The reserved credits, not the account's limit, bound the talk. */
  readonly creditsLimitTalk: boolean | null;
  /** Charge for the talk, a decimal with 4 places; null until known. */
  readonly charged: string | null;
  readonly disposition: Disposition | null;
  readonly analysisStatus: AnalysisStatus;
  readonly analysisReason: string | null;
  /** Set for a real call from its dial on; null when no phone answered, and for all other calls. */
  readonly recording: RecordingState | null;
  /** When a media process may next try to write the recording down; null when none is to. */
  readonly transcriptionDueAt: Date | null;
  /** Tries so far; null: none. */
  readonly transcriptions: number | null;
}

export interface NewHumanCall {
  /** E.164. */
  readonly phoneNumber: string;
  readonly contact: SentContact;
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
    ...UNDIALED,
    ...storedContact(request.contact),
    ...rest,
    counsellorId: counsellor.id,
    counsellorName: counsellor.name,
    counsellorEmail: counsellor.email,
    phoneNumber: request.phoneNumber,
    metadata: request.metadata,
    analyze: request.analyze,
    status: 'queued',
    noAnswerBy: null,
    createdAt: now,
    creditsLimitTalk: false,
    charged: null,
    disposition: null,
    analysisStatus: request.analyze ? 'waiting' : 'not_requested',
    analysisReason: null,
    transcriptionDueAt: null,
    transcriptions: null,
  };
}
