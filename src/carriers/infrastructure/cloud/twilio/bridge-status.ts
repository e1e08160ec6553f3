import type { LegName } from '../../../domain/carrier';
import type { LegFailure } from '../../../domain/cause-map';
import type { BridgeEnd } from '../../../domain/bridge-end';
import type { BridgeStatus, CloudLegStatus } from '../adapter';
import { talkMsOf } from '../bridge/talk-ms';
import { textOf } from '../json-fields';
import { readStatus, SID } from './callbacks';

/** Of the counsellor's call, of the contact's, or the result of `<Dial>`. */
export function readJoined(fields: ReadonlyMap<string, string>, who: LegName): BridgeStatus | null {
  if (who === 'contact' && fields.has('DialCallStatus')) return readDial(fields);
  const status = readStatus(fields);
  if (!status) return null;
  const { carrierCallId, ...phone } = status;
  if (who === 'counsellor') return { carrierCallId, counsellor: phone };
  const parent = fields.get('ParentCallSid') ?? '';
  if (!SID.test(parent)) return null;
  const ids = { carrierCallId: parent, contactId: carrierCallId };
  if (phone.state === 'ringing') return { ...ids, contact: 'ringing' };
  if (phone.state === 'answered') return { ...ids, contact: 'answered' };
  if (phone.state !== 'ended') return ids;
  const end = endOf(fields.get('CallStatus') ?? '', phone.event, talkMsOf(fields.get('CallDuration')));
  // The callback of `<Dial>` has the reason: the counsellor may have hung up.
  return end?.kind === 'counsellor_hung_up' || phone.event?.type === 'no_answer' || !end
    ? ids
    : { ...ids, end };
}

/** https://www.twilio.com/docs/voice/twiml/dial#action */
function readDial(fields: ReadonlyMap<string, string>): BridgeStatus | null {
  const carrierCallId = fields.get('CallSid') ?? '';
  if (!SID.test(carrierCallId)) return null;
  const status = fields.get('DialCallStatus') ?? '';
  // The counsellor stays until we respond; one who is not there has hung up.
  const isThere = fields.get('CallStatus') === 'in-progress';
  const talkMs = talkMsOf(fields.get('DialCallDuration'));
  const end = endOf(status, EVENTS.get(status) ?? null, talkMs);
  const first = readStatus(fields);
  const hasEnded = first?.state === 'ended';
  const known = {
    carrierCallId,
    ...(hasEnded && { counsellor: { state: first.state, event: null, carrierStatus: first.carrierStatus } }),
  };
  const stopped = !isThere && status === 'no-answer';
  return end ? { ...known, end: stopped ? { kind: 'counsellor_hung_up' } : end } : known;
}

const EVENTS: ReadonlyMap<string, LegFailure> = new Map<string, LegFailure>([
  ['busy', { type: 'busy' }],
  ['no-answer', { type: 'no_answer' }],
  ['failed', { type: 'cloud', code: 'failed' }],
]);

/** @param child the contact's call; null: it was not placed */
export function endOfChild(
  parent: CloudLegStatus,
  child: unknown,
): Pick<BridgeStatus, 'contact' | 'contactId' | 'end'> {
  if (child === null) {
    return parent.state === 'ended' && parent.event === null ? { end: { kind: 'counsellor_hung_up' } } : {};
  }
  const status = textOf(child, 'status');
  const id = textOf(child, 'sid');
  const named = SID.test(id) ? { contactId: id } : {};
  if (status === 'ringing') return { ...named, contact: 'ringing' };
  if (status === 'in-progress') return { ...named, contact: 'answered' };
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
  if (status === 'canceled') return { kind: 'counsellor_hung_up' };
  return event && { kind: 'unanswered', who: 'contact', event };
}
