import { isE164 } from '../../../../platform/kernel/e164';
import type { LegFailure } from '../../../domain/cause-map';
import type { InboundCallback, CloudCallStatus } from '../adapter';

/** Twilio's statuses. https://www.twilio.com/docs/voice/api/call-resource#call-status-values */
const STATES: ReadonlyMap<string, CloudCallStatus['state']> = new Map([
  ['queued', 'queued'],
  ['initiated', 'in_transit'],
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['completed', 'ended'],
  ['busy', 'ended'],
  ['no-answer', 'ended'],
  ['canceled', 'ended'],
  ['failed', 'ended'],
]);

/** Numbers that spell why there is none: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE. */
const NO_NUMBER = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253']);

/** Codes for a number that cannot be reached. https://www.twilio.com/docs/api/errors */
export const BAD_NUMBER: ReadonlySet<number> = new Set([21_211, 21_214, 21_217]);

export const SID = /^CA[0-9a-f]{32}$/i;

/** `code`: the SIP response that ended it, or Twilio's error. */
export function toCallStatus(carrierId: string, status: string, code: number | null): CloudCallStatus | null {
  const state = STATES.get(status);
  if (!state || !SID.test(carrierId)) return null;
  const carrierStatus = code === null ? status : `${status} (${code})`;
  return { carrierCallId: carrierId, state, event: eventOf(status, code), carrierStatus: carrierStatus };
}

export function readStatus(fields: ReadonlyMap<string, string>): CloudCallStatus | null {
  const code = Number(fields.get('SipResponseCode') ?? fields.get('ErrorCode') ?? NaN);
  const status = fields.get('CallStatus') ?? '';
  return toCallStatus(
    fields.get('CallSid') ?? '',
    status,
    status === 'failed' && Number.isInteger(code) ? code : null,
  );
}

export function readArrival(fields: ReadonlyMap<string, string>): InboundCallback | null {
  const carrierId = fields.get('CallSid') ?? '';
  const called = fields.get('To') ?? '';
  const caller = fields.get('From') ?? '';
  if (!SID.test(carrierId) || !isE164(called) || fields.get('Direction') !== 'inbound') return null;
  return {
    carrierCallId: carrierId,
    called,
    caller: isE164(caller) && !NO_NUMBER.has(caller) ? caller : null,
  };
}

function eventOf(status: string, code: number | null): LegFailure | null {
  switch (status) {
    case 'busy':
      return { type: 'busy' };
    // Canceled at the carrier, and not by us.
    case 'canceled':
    case 'no-answer':
      return { type: 'no_answer' };
    case 'failed':
      return code !== null && BAD_NUMBER.has(code)
        ? { type: 'unreachable' }
        : { type: 'cloud', code: code ?? 0 };
    default:
      return null;
  }
}
