import { formatInstant } from '../../../platform/kernel/instant';
import type { Turn } from '../../../shared-kernel/talk';
import type { CallState } from '../../domain/call-state';
import type { ShownCallHold } from '../dispatch/call-wait-reasons';

export interface RowSurroundings {
  readonly callHold: ShownCallHold | undefined;
  readonly agentName: string;
  readonly credits: number;
  readonly leadRating: number | null;
  /** The id of the upload's first batch, where an upload has several. */
  readonly batchId: string | null;
}

export function callRow(
  call: CallState,
  { callHold, agentName, credits, leadRating, batchId }: RowSurroundings,
) {
  const until = call.status === 'queued' ? callHold?.until : null;
  return {
    object: 'call_row' as const,
    id: call.id,
    status: call.status,
    direction: call.direction ?? ('outbound' as const),
    status_reason: (call.status === 'queued' ? callHold?.reason : call.statusReason) ?? null,
    scheduled_for: until ? formatInstant(until) : null,
    phone_number: call.phoneNumber,
    contact_name: call.contactName,
    external_id: call.externalId,
    agent: { id: call.agentId, name: agentName },
    batch_id: batchId,
    test: call.test,
    duration_seconds: call.durationSeconds,
    credits,
    disposition: call.disposition,
    lead_rating: leadRating,
    created_at: formatInstant(call.createdAt),
    ended_at: call.endedAt && formatInstant(call.endedAt),
  };
}

export function liveView(
  call: CallState,
  callHold: ShownCallHold | undefined,
  turns: readonly Turn[],
  now: Date,
) {
  const end = call.endedAt ?? now;
  return {
    status: call.status,
    status_reason: (call.status === 'queued' ? callHold?.reason : call.statusReason) ?? null,
    elapsed_seconds: call.answeredAt
      ? Math.max(0, Math.floor((end.getTime() - call.answeredAt.getTime()) / 1_000))
      : null,
    turns: turns.map(({ speaker, text, startMs, endMs }) => ({
      speaker,
      text,
      start_ms: startMs,
      end_ms: endMs,
    })),
  };
}
