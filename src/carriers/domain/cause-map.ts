import type { EndCause } from '../../shared-kernel/end-cause';
import { Q850_ROWS, type CauseRow, SIP_ROWS, CAUSE_MEANINGS } from './cause-table';

export type LegFailure =
  /** A final response, and the cause of its Reason header. `rang`: an 18x came before it. */
  | { readonly type: 'sip'; readonly status: number; readonly q850?: number | null; readonly rang: boolean }
  /** A cloud carrier's HTTP response to the request; statuses of 500 and above are `request_lost`. */
  | { readonly type: 'http'; readonly status: number }
  /** A cloud carrier's own code or status for a call that it could not place. */
  | { readonly type: 'cloud'; readonly code: number | string }
  /** The carrier refused the caller id or the country. `rang`: the phone rang before. */
  | { readonly type: 'not_allowed'; readonly code: number; readonly rang?: boolean }
  | { readonly type: 'busy' | 'no_answer' | 'ring_timeout' | 'unreachable' }
  | { readonly type: 'not_resolved' | 'connection_refused' | 'target_silent' | 'bad_certificate' }
  /** Canceled there because it stayed queued. */
  | { readonly type: 'queued_too_long' }
  /** 32 s without a response. `receivedSince`: another message came. `again`: this happened to the call before. */
  | { readonly type: 'no_response'; readonly receivedSince: boolean; readonly again: boolean }
  /** A cloud request timed out or broke off, and neither polling nor callbacks found the call. */
  | { readonly type: 'request_lost' }
  | { readonly type: 'no_usable_audio' | 'no_encryption' };

export interface FailureOutcome {
  readonly triesNextTrunk: boolean;
  readonly outcome:
    /** `reason` follows "The carrier refused", which the call adds. */
    | { readonly kind: 'refused'; readonly temporary: boolean; readonly reason: string }
    | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };
  readonly noCapacity: boolean;
  /** The dial counts for the limits although the call is requeued: a phone may have rung. */
  readonly countsAsDial: boolean;
}

/** With another status, cause 21 is the network's own refusal. */
const DECLINES = new Set([480, 486, 487, 600, 603]);

export function classifyFailure(event: LegFailure): FailureOutcome {
  if (event.type === 'sip') return sipOutcome(event.status, event.q850 ?? null, event.rang);
  return outcomeOf(
    rowOf(event),
    'code' in event ? event.code : 'status' in event ? event.status : null,
    event.type === 'not_allowed' && event.rang === true,
  );
}

function sipOutcome(status: number, q850: number | null, rang: boolean): FailureOutcome {
  const isRefusal = q850 === 21 && !DECLINES.has(status);
  const byCause = isRefusal ? undefined : Q850_ROWS.get(q850);
  return outcomeOf(byCause ?? sipRow(status, rang), status, rang);
}

function sipRow(status: number, rang: boolean): CauseRow {
  const row = SIP_ROWS.get(status);
  if (row) return row instanceof Array ? row[rang ? 1 : 0] : row;
  if (status < 400) return 'redirected';
  // The phone behind a waiting proxy may ring, so no further trunk is tried.
  return status === 504 ? 'not_placed_at_all' : 'not_placed';
}

function rowOf(event: Exclude<LegFailure, { type: 'sip' }>): CauseRow {
  switch (event.type) {
    case 'http':
      if (event.status === 429) return 'no_capacity';
      if (event.status < 400) return 'redirected';
      return event.status === 401 || event.status === 403 ? 'not_allowed' : 'not_placed';
    case 'cloud':
      return 'not_placed_at_all';
    case 'no_response':
      return event.receivedSince || event.again ? 'request_lost' : 'first_timeout';
    case 'ring_timeout':
      return 'no_answer';
    case 'not_resolved':
    case 'connection_refused':
    case 'target_silent':
    case 'bad_certificate':
      return 'unreachable_target';
    default:
      return event.type;
  }
}

function outcomeOf(name: CauseRow, code: number | string | null, rang: boolean): FailureOutcome {
  const row = CAUSE_MEANINGS[name];
  const text = code === null ? row.reason : row.reason?.replace('NNN', String(code));
  const extra = { noCapacity: row.noCapacity ?? false, countsAsDial: row.countsAsDial ?? false };
  // After an 18x the call is not requeued either.
  const failover = row.triesNextTrunk && !rang;
  if (!row.refused) {
    const outcome = {
      kind: 'ended' as const,
      cause: row.cause,
      ...(text !== undefined && { reason: text }),
    };
    return { triesNextTrunk: failover, outcome, ...extra };
  }
  const reason = text ?? '';
  if (!rang)
    return {
      triesNextTrunk: failover,
      outcome: { kind: 'refused', temporary: row.refused === 'temporary', reason },
      ...extra,
    };
  if (row.refused === 'temporary') return outcomeOf('not_placed', code, true);
  return {
    triesNextTrunk: failover,
    outcome: { kind: 'ended', cause: 'refused', reason: `The carrier refused: ${reason}` },
    ...extra,
  };
}
