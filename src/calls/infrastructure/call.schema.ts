import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { CALL_COLUMNS } from '../../calling';
import type { CallState } from '../domain/call-state';

const instant = { type: 'timestamptz', precision: 3 } as const;

export const CallSchema = new EntitySchema<CallState>({
  name: 'Call',
  tableName: 'calls',
  columns: {
    id: { type: 'text', primary: true, primaryKeyConstraintName: 'calls_pkey' },
    ...CALL_COLUMNS,
    agentId: { type: 'text', name: 'agent_id' },
    batchId: { type: 'text', name: 'batch_id', nullable: true },
    variables: { type: 'json' },
    test: { type: 'boolean' },
    queuedFrom: { ...instant, name: 'queued_from' },
    dueAt: { ...instant, name: 'due_at' },
    heldBy: { type: 'text', name: 'held_by', nullable: true },
    attempt: { type: 'integer' },
    agentVersion: { ...instant, name: 'agent_version', nullable: true },
    creditsLimitTalk: { type: 'boolean', name: 'credits_limit_talk' },
    pricePerMinute: { type: 'numeric', precision: 18, scale: 4, name: 'price_per_minute', nullable: true },
    ringingAt: { ...instant, name: 'ringing_at', nullable: true },
    endCause: { type: 'text', name: 'end_cause', nullable: true },
    analysisWait: { type: 'text', name: 'analysis_wait', nullable: true, default: 'none' },
    finishedAt: { ...instant, name: 'finished_at', nullable: true },
    mayRetry: { type: 'boolean', name: 'may_retry' },
    direction: { type: 'text', nullable: true, default: 'outbound' },
    accountNumber: { type: 'text', name: 'account_number', nullable: true },
    answeredBy: { type: 'text', name: 'answered_by', nullable: true },
    endedBy: { type: 'text', name: 'ended_by', nullable: true },
    disposition: { type: 'text', nullable: true },
    retry: { type: 'json', nullable: true },
    chainAttempt: { type: 'integer', name: 'chain_attempt', nullable: true },
    firstCallId: { type: 'text', name: 'first_call_id', nullable: true },
    previousCallId: { type: 'text', name: 'previous_call_id', nullable: true },
    nextCallId: { type: 'text', name: 'next_call_id', nullable: true },
    nextAt: { ...instant, name: 'next_at', nullable: true },
    callbackOf: { type: 'text', name: 'callback_of', nullable: true },
    retryStopped: { type: 'text', name: 'retry_stopped', nullable: true },
  } satisfies Record<keyof CallState, EntitySchemaColumnOptions>,
});
