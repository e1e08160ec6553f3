import type { HumanCallStatus } from './human-call-status';

export type StatusUpdates = 'realtime' | 'final_only' | 'delayed';
type AnalysisStatus = 'not_requested' | 'waiting' | 'processing' | 'completed' | 'failed' | 'skipped';
export type LegName = 'counsellor' | 'contact';

/** A human call is dialed once; the number of that dial. */
export const DIAL = 1;

/** "Outcome recorded by the counsellor or by the API user." */
export interface Disposition {
  readonly label: string;
  readonly note: string | null;
  readonly recordedBy: 'counsellor' | 'api';
  /** ISO 8601. */
  readonly recordedAt: string;
}

/** A human call, as it is stored. */
export interface HumanCallState {
  readonly id: string;
  readonly accountId: string;
  readonly counsellorId: string;
  /** As they were when the call was asked for. */
  readonly counsellorName: string;
  readonly counsellorEmail: string;
  readonly phoneNumber: string;
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly externalId: string | null;
  /** "The one lead in the account with this number." */
  readonly leadId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly analyze: boolean;
  readonly status: HumanCallStatus;
  /** Why it ended as it did; why it waits is computed when it is read. */
  readonly statusReason: string | null;
  readonly noAnswerBy: LegName | null;
  /** Of the provider that the call goes, or would go, through. */
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
  readonly createdAt: Date;
  readonly carrier: string | null;
  readonly carrierId: string | null;
  /** The talk ends after so many seconds: the account's limit, or what the reserved credits last for. */
  readonly maxTalkSeconds: number | null;
  /** Whether it is the credits that last no longer. */
  readonly creditsLimitTalk: boolean | null;
  readonly dialedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  /** When nothing was reported until then, the watchdog asks, hangs up and ends the call. */
  readonly watchdogAt: Date | null;
  /** Credits for the talk, a decimal with 4 places; null while it is not known. */
  readonly charged: string | null;
  readonly disposition: Disposition | null;
  readonly analysisStatus: AnalysisStatus;
  readonly analysisReason: string | null;
  readonly analysisDueAt: Date | null;
  readonly analysisAttempts: number;
}

/** Whom a client asks to be connected. */
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

/** What the service adds to what was asked for. */
export interface Circumstances {
  readonly id: string;
  readonly accountId: string;
  readonly counsellor: { readonly id: string; readonly name: string; readonly email: string };
  readonly leadId: string | null;
  readonly statusUpdates: StatusUpdates;
  readonly hosted: boolean;
}

/** A human call as it is queued. */
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
  };
}
