import { contactView } from '../../calling';
import { outcomeView } from '../../conversation';
import { formatInstant } from '../../platform/kernel/instant';
import type { RecordingLink } from '../../platform/storage/recording-links';
import { type RetryPolicy, retryView } from '../../shared-kernel/retry-policy';
import type { CallState } from '../domain/call-state';
import type { Talk } from '../domain/talk';
import type { TimelineEntry } from '../domain/timeline';
import type { ShownCallHold } from './dispatch/call-wait-reasons';

export interface CallSurroundings {
  readonly callHold?: ShownCallHold | undefined;
  readonly talk?: Talk | undefined;
  readonly recording?: RecordingLink | undefined;
}

export type CallView = ReturnType<typeof callView>;

export function callView(call: CallState, { callHold, talk, recording }: CallSurroundings = {}) {
  const reason = call.status === 'queued' ? callHold?.reason : call.statusReason;
  const scheduledFor = call.status === 'queued' ? callHold?.until : null;
  return {
    id: call.id,
    object: 'call' as const,
    direction: call.direction ?? ('outbound' as const),
    status: call.status,
    ...(reason == null ? {} : { status_reason: reason }),
    ...(scheduledFor == null ? {} : { scheduled_for: formatInstant(scheduledFor) }),
    agent_id: call.agentId,
    phone_number: call.phoneNumber,
    ...(call.accountNumber === null ? {} : { account_number: call.accountNumber }),
    contact: contactView(call),
    variables: call.variables,
    metadata: call.metadata,
    ...(call.batchId === null ? {} : { batch_id: call.batchId }),
    ...(call.callbackOf === null ? {} : { callback_of: call.callbackOf }),
    test: call.test,
    ...(call.durationSeconds === null ? {} : { duration_seconds: call.durationSeconds }),
    created_at: formatInstant(call.createdAt),
    ...(call.dialedAt === null ? {} : { dialed_at: formatInstant(call.dialedAt) }),
    ...(call.endedAt === null ? {} : { ended_at: formatInstant(call.endedAt) }),
    ...(call.answeredBy === null ? {} : { answered_by: call.answeredBy }),
    ...(call.endedBy === null ? {} : { ended_by: call.endedBy }),
    ...(recording === undefined
      ? {}
      : { recording_url: recording.url, recording_expires_at: formatInstant(recording.expiresAt) }),
    ...(call.retry === null ? {} : { retry: chainView(call, call.retry) }),
    outcome: talk?.reading ? outcomeView(talk.reading, talk.turns) : null,
  };
}

function chainView(call: CallState, policy: RetryPolicy) {
  return {
    attempt: call.chainAttempt ?? 1,
    ...retryView(policy),
    first_call_id: call.firstCallId,
    previous_call_id: call.previousCallId,
    next_call_id: call.nextCallId,
    next_at: call.nextAt && formatInstant(call.nextAt),
    stopped: call.retryStopped,
  };
}

export function timelineView({ at, type, message, eventId }: TimelineEntry) {
  return { at: formatInstant(at), type, message, ...(eventId === undefined ? {} : { event_id: eventId }) };
}
