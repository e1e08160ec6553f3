import { isE164 } from '../../../../platform/kernel/e164';
import type { InboundCallback, CloudCallStatus } from '../adapter';
import { isUnanswered, unansweredEvent } from './hangup-causes';

/** Plivo's statuses. https://www.plivo.com/docs/voice/xml/request/call-status */
const STATES: ReadonlyMap<string, CloudCallStatus['state']> = new Map([
  ['queued', 'queued'],
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['completed', 'ended'],
  ['busy', 'ended'],
  ['failed', 'ended'],
  ['timeout', 'ended'],
  ['no-answer', 'ended'],
  ['cancel', 'ended'],
]);

export const UUID = /^[0-9a-f-]{36}$/i;

export interface PlivoCall {
  readonly id: string;
  readonly status: string;
  /** null: missing. */
  readonly code: number | null;
  /** Ended without an answer, if Plivo reports that. */
  readonly unanswered: boolean;
}

/** null: an id or a status that Plivo does not have. */
export function toCallStatus({ id, status, code, unanswered }: PlivoCall): CloudCallStatus | null {
  const state = STATES.get(status);
  if (!state || !UUID.test(id)) return null;
  // An unanswered call may be reported as completed.
  const wasAnswered = status === 'completed' && !unanswered && !isUnanswered(code);
  return {
    carrierCallId: id,
    state,
    event: state === 'ended' && !wasAnswered ? unansweredEvent(status, code) : null,
    carrierStatus: state === 'ended' && code !== null ? `${status} (${code})` : status,
  };
}

/** A callback about a call that we placed: it rings, is answered, or is over. https://www.plivo.com/docs/voice/concepts/callbacks */
export function readStatus(fields: ReadonlyMap<string, string>): CloudCallStatus | null {
  return toCallStatus({
    // The create response has the request's id, which is the call's own.
    id: fields.get('RequestUUID') ?? fields.get('ALegRequestUUID') ?? fields.get('CallUUID') ?? '',
    status: fields.get('CallStatus') ?? '',
    code: codeOf(fields.get('HangupCauseCode')),
    unanswered: fields.get('Duration') === '0' && (fields.get('AnswerTime') ?? '') === '',
  });
}

export function readArrival(fields: ReadonlyMap<string, string>): InboundCallback | null {
  const carrierId = fields.get('CallUUID') ?? '';
  const called = e164Of(fields.get('To') ?? '');
  const isNew = fields.get('Direction') === 'inbound' && fields.get('CallStatus') === 'ringing';
  if (!UUID.test(carrierId) || called === null || !isNew) return null;
  return { carrierCallId: carrierId, called, caller: e164Of(fields.get('From') ?? '') };
}

/** null: no whole number. */
export function codeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** Milliseconds; UTC without a zone. NaN: none. */
export function timeOf(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

/** Plivo writes numbers without a plus. */
function e164Of(text: string): string | null {
  const number = text.startsWith('+') ? text : `+${text}`;
  return isE164(number) ? number : null;
}
