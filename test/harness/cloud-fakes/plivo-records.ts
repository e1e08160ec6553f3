import type { PlivoCall } from './fake-plivo';

const CODES: ReadonlyMap<string, number> = new Map([
  ['busy', 3010],
  ['no-answer', 3000],
  ['timeout', 6010],
  ['failed', 5020],
]);

export function isOver({ status }: PlivoCall): boolean {
  return !['queued', 'ringing', 'in-progress'].includes(status);
}

export function isLive({ status }: PlivoCall): boolean {
  return ['ringing', 'in-progress'].includes(status);
}

/** What the API shows of a call: live, queued, or as a record; null: it is not there. */
export function shownAs(call: PlivoCall, status: string | null): object | null {
  const { id, to, from } = call;
  if (status === 'live' || status === 'queued') {
    const isThere = status === 'live' ? isLive(call) : call.status === 'queued';
    return isThere ? { call_uuid: id, request_uuid: id, call_status: call.status, to, from } : null;
  }
  if (!isOver(call)) return null;
  return {
    call_uuid: id,
    to_number: to,
    from_number: from,
    call_direction: 'outbound',
    parent_call_uuid: call.parent,
    end_time: call.endedAt?.toISOString() ?? null,
    answer_time: call.answeredAt?.toISOString() ?? null,
    // A record always has one.
    hangup_cause_code: call.code ?? CODES.get(call.status) ?? 0,
    initiation_time: call.createdAt.toISOString(),
    hangup_source: 'Callee',
  };
}
