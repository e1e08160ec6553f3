import { isE164 } from '../../../../platform/kernel/e164';
import type { BridgeEnd, BridgeLeg } from '../../../domain/bridge-end';
import type { LegFailure } from '../../../domain/cause-map';
import type { BridgeStatus, CloudCallStatus, CloudLegStatus, InboundCallback } from '../adapter';
import { talkMsOf } from '../bridge/talk-ms';
import { textOf } from '../json-fields';

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

const SID = /^CA[0-9a-f]{32}$/i;

/** `code`: the SIP response that ended it, or Twilio's error. */
export function toCallStatus(
  carrierCallId: string,
  status: string,
  code: number | null,
): CloudCallStatus | null {
  const state = STATES.get(status);
  if (!state || !SID.test(carrierCallId)) return null;
  const carrierStatus = code === null ? status : `${status} (${code})`;
  return { carrierCallId, state, event: eventOf(status, code), carrierStatus: carrierStatus };
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
  const carrierCallId = fields.get('CallSid') ?? '';
  const called = fields.get('To') ?? '';
  const caller = fields.get('From') ?? '';
  if (!SID.test(carrierCallId) || !isE164(called) || fields.get('Direction') !== 'inbound') return null;
  // A number's status callback may have the same address.
  if (STATES.get(fields.get('CallStatus') ?? '') === 'ended') return null;
  return {
    carrierCallId,
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
        : { type: 'cloud', code: code ?? status };
    default:
      return null;
  }
}

/** Reads a callback of either leg's call, or the result of `<Dial>`. */
export function readJoined(fields: ReadonlyMap<string, string>, leg: BridgeLeg): BridgeStatus | null {
  if (leg === 'child' && fields.has('DialCallStatus')) return readDial(fields);
  const status = readStatus(fields);
  if (!status) return null;
  const { carrierCallId, ...phone } = status;
  if (leg === 'parent') return { carrierCallId, parent: phone };
  const parent = fields.get('ParentCallSid') ?? '';
  if (!SID.test(parent)) return null;
  const ids = { carrierCallId: parent, childId: carrierCallId };
  if (phone.state === 'ringing') return { ...ids, child: 'ringing' };
  if (phone.state === 'answered') return { ...ids, child: 'answered' };
  if (phone.state !== 'ended') return ids;
  const end = endOf(fields.get('CallStatus') ?? '', phone.event, talkMsOf(fields.get('CallDuration')));
  // The callback of `<Dial>` has the reason: the parent leg may have hung up.
  return end?.kind === 'parent_hung_up' || phone.event?.type === 'no_answer' || !end ? ids : { ...ids, end };
}

/** https://www.twilio.com/docs/voice/twiml/dial#action */
function readDial(fields: ReadonlyMap<string, string>): BridgeStatus | null {
  const carrierCallId = fields.get('CallSid') ?? '';
  if (!SID.test(carrierCallId)) return null;
  const status = fields.get('DialCallStatus') ?? '';
  // The parent leg stays until we respond; one that is not there has hung up.
  const isThere = fields.get('CallStatus') === 'in-progress';
  const talkMs = talkMsOf(fields.get('DialCallDuration'));
  const end = endOf(status, EVENTS.get(status) ?? null, talkMs);
  const first = readStatus(fields);
  const hasEnded = first?.state === 'ended';
  const known = {
    carrierCallId,
    ...(hasEnded && { parent: { state: first.state, event: null, carrierStatus: first.carrierStatus } }),
  };
  if (!end) return known;
  if (!isThere && status === 'no-answer') return { ...known, end: { kind: 'parent_hung_up' } };
  // The child's own callback has the SIP response.
  const lacksCause = end.kind === 'unanswered' && status === 'failed';
  return { ...known, end: lacksCause ? { ...end, lacksCause } : end };
}

const EVENTS: ReadonlyMap<string, LegFailure> = new Map<string, LegFailure>([
  ['busy', { type: 'busy' }],
  ['no-answer', { type: 'no_answer' }],
  ['failed', { type: 'cloud', code: 'failed' }],
]);

/** @param child its call; null: it was not placed */
export function endOfChild(
  parent: CloudLegStatus,
  child: unknown,
): Pick<BridgeStatus, 'child' | 'childId' | 'end'> {
  if (child === null) {
    return parent.state === 'ended' && parent.event === null ? { end: { kind: 'parent_hung_up' } } : {};
  }
  const status = textOf(child, 'status');
  const id = textOf(child, 'sid');
  const named = SID.test(id) ? { childId: id } : {};
  if (status === 'ringing') return { ...named, child: 'ringing' };
  if (status === 'in-progress') return { ...named, child: 'answered' };
  const talkMs = talkMsOf(textOf(child, 'duration'));
  const endedAt = Date.parse(textOf(child, 'end_time'));
  const answeredAt = talkMs === null || Number.isNaN(endedAt) ? null : new Date(endedAt - talkMs);
  const end = endOf(status, EVENTS.get(status) ?? null, talkMs, answeredAt);
  return { ...named, ...(end && { end }) };
}

function endOf(
  status: string,
  event: LegFailure | null,
  talkMs: number | null,
  answeredAt: Date | null = null,
): BridgeEnd | null {
  if (status === 'completed' || status === 'answered') return { kind: 'talked', talkMs, answeredAt };
  if (status === 'canceled') return { kind: 'parent_hung_up' };
  return event && { kind: 'unanswered', leg: 'child', event };
}
