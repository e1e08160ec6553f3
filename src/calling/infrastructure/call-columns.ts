const instant = { type: 'timestamptz', precision: 3 } as const;

/** Columns that the tables of both kinds of calls have. */
export const CALL_COLUMNS = {
  accountId: { type: 'text', name: 'account_id' },
  phoneNumber: { type: 'text', name: 'phone_number' },
  contactName: { type: 'text', name: 'contact_name', nullable: true },
  contactEmail: { type: 'text', name: 'contact_email', nullable: true },
  externalId: { type: 'text', name: 'external_id', nullable: true },
  metadata: { type: 'json' },
  status: { type: 'text' },
  statusReason: { type: 'text', name: 'status_reason', nullable: true },
  createdAt: { ...instant, name: 'created_at' },
  maxTalkSeconds: { type: 'integer', name: 'max_talk_seconds', nullable: true },
  carrier: { type: 'text', nullable: true },
  carrierCallId: { type: 'text', name: 'carrier_id', nullable: true },
  dialedAt: { ...instant, name: 'dialed_at', nullable: true },
  answeredAt: { ...instant, name: 'answered_at', nullable: true },
  endedAt: { ...instant, name: 'ended_at', nullable: true },
  durationSeconds: { type: 'integer', name: 'duration_seconds', nullable: true },
  watchdogAt: { ...instant, name: 'watchdog_at', nullable: true },
  analysisDueAt: { ...instant, name: 'analysis_due_at', nullable: true },
  analysisAttempts: { type: 'integer', name: 'analysis_attempts' },
  recording: { type: 'text', nullable: true },
  recordedMs: { type: 'integer', name: 'recorded_ms', nullable: true },
} as const;
