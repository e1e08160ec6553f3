import type { RecordingState } from './recording-state';

/** Contact fields as an API client sends them. */
export interface SentContact {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
}

export interface StoredContact {
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly externalId: string | null;
}

/** The stored fields of calls of both kinds. */
export interface CommonCallState extends StoredContact {
  readonly id: string;
  readonly accountId: string;
  readonly phoneNumber: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why the call ended. Why it waits is computed on read (R25). */
  readonly statusReason: string | null;
  readonly createdAt: Date;
  readonly carrier: string | null;
  readonly carrierCallId: string | null;
  /** The talk ends after this time: a limit of minutes, or what the reserved credits pay for. */
  readonly maxTalkSeconds: number | null;
  readonly dialedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly durationSeconds: number | null;
  /** Without a report until then, the watchdog looks the call up, hangs up and ends the call (R9). */
  readonly watchdogAt: Date | null;
  readonly analysisDueAt: Date | null;
  readonly analysisAttempts: number;
  readonly recording: RecordingState | null;
  readonly recordedMs: number | null;
}

/** Fields that a dial, a talk or an analysis sets. */
export const UNDIALED = {
  statusReason: null,
  carrier: null,
  carrierCallId: null,
  maxTalkSeconds: null,
  dialedAt: null,
  answeredAt: null,
  endedAt: null,
  durationSeconds: null,
  watchdogAt: null,
  analysisDueAt: null,
  analysisAttempts: 0,
  recording: null,
  recordedMs: null,
} as const satisfies Partial<CommonCallState>;

export function storedContact({ name, email, externalId }: SentContact): StoredContact {
  return { contactName: name ?? null, contactEmail: email ?? null, externalId: externalId ?? null };
}
