import { readNumbers } from '../../../../trunks';
import type { BridgeEnd } from '../../../domain/bridge-end';
import type { LegFailure } from '../../../domain/cause-map';
import type { BridgeStatus, CloudCallStatus, InboundCallback } from '../adapter';
import { fieldOf, textOf } from '../json-fields';

/**
 * Exotel's statuses. A call is in-progress as soon as the request is accepted, so only the event `answered` is an
 * answer. https://developer.exotel.com/api/make-a-call-api
 */
const STATES: ReadonlyMap<string, CloudCallStatus['state']> = new Map([
  ['queued', 'queued'],
  ['in-progress', 'in_transit'],
  ['ringing', 'ringing'],
  ['completed', 'ended'],
  ['busy', 'ended'],
  ['no-answer', 'ended'],
  ['canceled', 'ended'],
  ['failed', 'ended'],
]);

const NO_ANSWER: LegFailure = { type: 'no_answer' };

/** Exotel's times are India's, without a zone. */
export const INDIA_MS = 19_800_000;

/** Milliseconds; NaN: none. */
export function indianTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`) - INDIA_MS;
}

const EVENTS: ReadonlyMap<string, LegFailure> = new Map<string, LegFailure>([
  ['busy', { type: 'busy' }],
  ['no-answer', NO_ANSWER],
  ['canceled', NO_ANSWER],
  ['failed', { type: 'cloud', code: 'failed' }],
]);

export const SID = /^[\w-]{8,64}$/;
/** As they are dialed in India; some pages omit the 0, or prefix the country. */
const INDIAN = { format: 'national', callingCode: '91', prefix: null } as const;

export interface ExotelCall {
  readonly sid: string;
  /** Empty: null, nothing is known yet. */
  readonly status: string;
  /** The status of the phone that was rung first; may be empty. */
  readonly legStatus: string;
  /** Talk of the phone that was rung first, in seconds; empty: unknown. */
  readonly talked: string;
}

/** null: an id or a status that Exotel does not have. */
export function toCallStatus({ sid, status, legStatus, talked }: ExotelCall): CloudCallStatus | null {
  const known = status === '' ? legStatus : status;
  const state = STATES.get(known);
  if (!state || !SID.test(sid)) return null;
  // An unanswered call may be reported as completed.
  const unanswered = EVENTS.get(legStatus) ?? (talked === '0' ? NO_ANSWER : null);
  const event = EVENTS.get(known) ?? (state === 'ended' ? unanswered : null);
  return { carrierCallId: sid, state, event, carrierStatus: known };
}

/** A callback about a call that we placed. https://developer.exotel.com/api/statuscallback */
export function readStatus(fields: ReadonlyMap<string, string>): CloudCallStatus | null {
  const callStatus = toCallStatus({
    sid: fields.get('CallSid') ?? '',
    status: fields.get('Status') ?? '',
    legStatus: fields.get('Legs[0][Status]') ?? '',
    talked: fields.get('Legs[0][OnCallDuration]') ?? '',
  });
  if (fields.get('EventType') !== 'answered') return callStatus;
  // An `answered` event may have any status but an end.
  const carrierCallId = fields.get('CallSid') ?? '';
  return SID.test(carrierCallId)
    ? { carrierCallId, state: 'answered', event: null, carrierStatus: 'answered' }
    : null;
}

/**
 * A request of the Voicebot applet for the address of our socket.
 * https://developer.exotel.com/docs/agentstream/stream-voicebot-applet
 */
export function readArrival(fields: ReadonlyMap<string, string>): InboundCallback | null {
  const carrierCallId = fields.get('CallSid') ?? '';
  const called = numberOf(fields.get('CallTo') ?? fields.get('To') ?? '');
  const caller = numberOf(fields.get('CallFrom') ?? fields.get('From') ?? '');
  const direction = fields.get('Direction') ?? 'incoming';
  if (!SID.test(carrierCallId) || called === null || direction !== 'incoming') return null;
  return { carrierCallId, called, caller };
}

/** E.164; null: no number. */
function numberOf(text: string): string | null {
  const written = text.replaceAll(' ', '');
  const dialed = /^(?:91)?([1-9]\d{9})$/.exec(written)?.[1];
  return readNumbers(dialed === undefined ? written : `0${dialed}`, INDIAN)[0] ?? null;
}

/** Empty when null or missing. */
interface BridgeFields {
  readonly sid: string;
  readonly status: string;
  readonly parent: string;
  readonly child: string;
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
    parent: text('Legs[0][Status]'),
    child: text('Legs[1][Status]'),
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
    parent: textOf(details, 'Leg1Status'),
    child: textOf(details, 'Leg2Status'),
    talked: textOf(details, 'ConversationDuration'),
    endedAt: textOf(call, 'EndTime'),
  });
}

function toBridgeStatus(fields: BridgeFields): BridgeStatus | null {
  if (!SID.test(fields.sid)) return null;
  const state = STATES.get(fields.status || fields.child || fields.parent);
  const carrierCallId = fields.sid;
  return state === 'ended' ? { carrierCallId, end: endOf(fields) } : { carrierCallId };
}

function endOf({ status, parent, child, talked, endedAt }: BridgeFields): BridgeEnd {
  if (/^[1-9]\d{0,5}$/.test(talked)) {
    const talkMs = Number(talked) * 1_000;
    const ended = indianTime(endedAt);
    return { kind: 'talked', talkMs, answeredAt: Number.isNaN(ended) ? null : new Date(ended - talkMs) };
  }
  const first = EVENTS.get(parent);
  if (first) return { kind: 'unanswered', leg: 'parent', event: first };
  // The status of the call is the child's then.
  const second = EVENTS.get(child || (parent === 'completed' && status !== 'canceled' ? status : ''));
  // The child's ringing was stopped, or never began.
  if (parent === 'completed' && (child === 'canceled' || (child === '' && !second)))
    return { kind: 'parent_hung_up' };
  if (second) return { kind: 'unanswered', leg: 'child', event: second };
  if (child === 'completed') return { kind: 'talked', talkMs: 0, answeredAt: null };
  return { kind: 'unanswered', leg: null, event: EVENTS.get(status) ?? NO_ANSWER };
}
