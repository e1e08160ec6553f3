import type { BridgeEnd } from '../../../domain/bridge-end';
import type { BridgeStatus } from '../adapter';
import { fieldOf, textOf } from '../json-fields';
import { EVENTS, indianTime, NO_ANSWER, SID, STATES } from './callbacks';

/** Empty when null or missing. */
interface BridgeFields {
  readonly sid: string;
  readonly status: string;
  readonly counsellor: string;
  readonly contact: string;
  readonly talked: string;
  readonly endedAt: string;
}

/** A callback of a human call reports only its end. https://developer.exotel.com/api/statuscallback */
export function readJoined(fields: ReadonlyMap<string, string>): BridgeStatus | null {
  const text = (name: string) => fields.get(name) ?? '';
  return toBridgeStatus({
    sid: text('CallSid'),
    // An answer is no end, whatever the other fields.
    status: text('EventType') === 'answered' ? 'in-progress' : text('Status'),
    counsellor: text('Legs[0][Status]'),
    contact: text('Legs[1][Status]'),
    talked: text('ConversationDuration'),
    endedAt: text('EndTime'),
  });
}

/** The call in an API response. https://developer.exotel.com/docs/voice-v1/api-reference/call-details */
export function joinedCall(call: unknown): BridgeStatus | null {
  const details = fieldOf(call, 'Details');
  return toBridgeStatus({
    sid: textOf(call, 'Sid'),
    status: textOf(call, 'Status'),
    counsellor: textOf(details, 'Leg1Status'),
    contact: textOf(details, 'Leg2Status'),
    talked: textOf(details, 'ConversationDuration'),
    endedAt: textOf(call, 'EndTime'),
  });
}

function toBridgeStatus(fields: BridgeFields): BridgeStatus | null {
  if (!SID.test(fields.sid)) return null;
  const state = STATES.get(fields.status || fields.contact || fields.counsellor);
  const carrierId = fields.sid;
  return state === 'ended' ? { carrierCallId: carrierId, end: endOf(fields) } : { carrierCallId: carrierId };
}

function endOf({ status, counsellor, contact, talked, endedAt }: BridgeFields): BridgeEnd {
  if (/^[1-9]\d{0,5}$/.test(talked)) {
    const talkMs = Number(talked) * 1_000;
    const ended = indianTime(endedAt);
    return { kind: 'talked', talkMs, answeredAt: Number.isNaN(ended) ? null : new Date(ended - talkMs) };
  }
  const first = EVENTS.get(counsellor);
  if (first) return { kind: 'unanswered', who: 'counsellor', event: first };
  // Its ringing was stopped, or it never began.
  if (counsellor === 'completed' && ['', 'canceled'].includes(contact)) return { kind: 'counsellor_hung_up' };
  const second = EVENTS.get(contact);
  if (second) return { kind: 'unanswered', who: 'contact', event: second };
  if (contact === 'completed') return { kind: 'talked', talkMs: 0, answeredAt: null };
  return { kind: 'unanswered', who: null, event: EVENTS.get(status) ?? NO_ANSWER };
}
