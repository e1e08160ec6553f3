import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import type { CallState } from '../domain/call-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const CallSchema = new EntitySchema<CallState>({
  name: 'Call',
  tableName: 'calls',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'calls_pkey' },
    accountId: { type: 'text', name: 'account_id' },
    agentId: { type: 'text', name: 'agent_id' },
    batchId: { type: 'text', name: 'batch_id', nullable: true },
    phoneNumber: { type: 'text', name: 'phone_number' },
    contactName: { type: 'text', name: 'contact_name', nullable: true },
    contactEmail: { type: 'text', name: 'contact_email', nullable: true },
    externalId: { type: 'text', name: 'external_id', nullable: true },
    variables: { type: 'json' },
    metadata: { type: 'json' },
    test: { type: 'boolean' },
    status: { type: 'text' },
    statusReason: { type: 'text', name: 'status_reason', nullable: true },
    createdAt: { ...instant, name: 'created_at' },
    queuedFrom: { ...instant, name: 'queued_from' },
    dueAt: { ...instant, name: 'due_at' },
    heldBy: { type: 'text', name: 'held_by', nullable: true },
    attempt: { type: 'integer' },
    agentVersion: { ...instant, name: 'agent_version', nullable: true },
    maxTalkSeconds: { type: 'integer', name: 'max_talk_seconds', nullable: true },
    carrier: { type: 'text', nullable: true },
    carrierId: { type: 'text', name: 'carrier_id', nullable: true },
    dialedAt: { ...instant, name: 'dialed_at', nullable: true },
    ringingAt: { ...instant, name: 'ringing_at', nullable: true },
    answeredAt: { ...instant, name: 'answered_at', nullable: true },
    endedAt: { ...instant, name: 'ended_at', nullable: true },
    durationSeconds: { type: 'integer', name: 'duration_seconds', nullable: true },
    endCause: { type: 'text', name: 'end_cause', nullable: true },
    watchdogAt: { ...instant, name: 'watchdog_at', nullable: true },
    analysisDueAt: { ...instant, name: 'analysis_due_at', nullable: true },
    analysisAttempts: { type: 'integer', name: 'analysis_attempts' },
    finishedAt: { ...instant, name: 'finished_at', nullable: true },
    mayRetry: { type: 'boolean', name: 'may_retry' },
  } satisfies Record<keyof CallState, EntitySchemaColumnOptions>,
});
