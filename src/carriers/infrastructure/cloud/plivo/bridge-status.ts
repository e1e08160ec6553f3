import type { LegName } from '../../../domain/carrier';
import type { BridgeStatus, CloudLegStatus } from '../adapter';
import { talkMsOf } from '../bridge/talk-ms';
import { textOf } from '../json-fields';
import { codeOf, readStatus, timeOf, UUID } from './callbacks';
import { CANCELED, isUnanswered, unansweredEvent } from './hangup-causes';

/** Of the counsellor's call, of the contact's, or the result of `<Dial>`. */
export function readJoined(fields: ReadonlyMap<string, string>, who: LegName): BridgeStatus | null {
  if (who === 'contact') return readDial(fields);
  const status = readStatus(fields);
  if (!status) return null;
  const { carrierCallId, ...counsellor } = status;
  return { carrierCallId, counsellor };
}

/** Of the address of `<Dial>`, for its events and for what became of it. https://www.plivo.com/docs/voice/xml/dial */
function readDial(fields: ReadonlyMap<string, string>): BridgeStatus | null {
  const carrierCallId = fields.get('DialALegUUID') ?? fields.get('CallUUID') ?? '';
  const contactId = fields.get('DialBLegUUID') ?? '';
  if (!UUID.test(carrierCallId)) return null;
  const ids = { carrierCallId, ...(UUID.test(contactId) && { contactId }) };
  const talkMs = talkMsOf(fields.get('DialBLegDuration'));
  switch (fields.get('DialAction')) {
    case 'answer':
    case 'connected':
      return { ...ids, contact: 'answered' };
    case 'hangup': {
      if (talkMs !== null && talkMs > 0) return { ...ids, end: { kind: 'talked', talkMs, answeredAt: null } };
      const code = codeOf(fields.get('DialBLegHangupCauseCode'));
      // The callback at the end of <Dial> has the reason.
      if (code === CANCELED || !isUnanswered(code)) return ids;
      return { ...ids, end: { kind: 'unanswered', who: 'contact', event: unansweredEvent('', code) } };
    }
  }
  const status = fields.get('DialStatus') ?? '';
  const first = fields.get('CallStatus') ?? '';
  switch (status) {
    case 'completed':
      return {
        ...ids,
        end: { kind: 'talked', talkMs, answeredAt: null },
        ...(first === 'completed' && { counsellor: { state: 'ended', event: null, carrierStatus: first } }),
      };
    case 'cancel':
      return { ...ids, end: { kind: 'counsellor_hung_up' } };
    case 'busy':
    case 'failed':
    case 'timeout':
    case 'no-answer':
      return { ...ids, end: { kind: 'unanswered', who: 'contact', event: unansweredEvent(status, null) } };
    default:
      return ids;
  }
}

/** By the record of the contact's call. @param record null: none */
export function endOfRecord(
  counsellor: CloudLegStatus,
  record: unknown,
): Pick<BridgeStatus, 'contactId' | 'end'> {
  if (record === null) return counsellor.event === null ? { end: { kind: 'counsellor_hung_up' } } : {};
  const id = textOf(record, 'call_uuid');
  const named = UUID.test(id) ? { contactId: id } : {};
  const answeredAt = timeOf(textOf(record, 'answer_time'));
  const code = codeOf(textOf(record, 'hangup_cause_code'));
  if (Number.isNaN(answeredAt)) {
    const event = unansweredEvent(code === null ? 'no-answer' : '', code);
    return {
      ...named,
      end: code === CANCELED ? { kind: 'counsellor_hung_up' } : { kind: 'unanswered', who: 'contact', event },
    };
  }
  const endedAt = timeOf(textOf(record, 'end_time'));
  const talkMs = Number.isNaN(endedAt) ? talkMsOf(textOf(record, 'call_duration')) : endedAt - answeredAt;
  return { ...named, end: { kind: 'talked', talkMs, answeredAt: new Date(answeredAt) } };
}
