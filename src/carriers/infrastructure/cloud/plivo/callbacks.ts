import { isE164 } from '../../../../platform/kernel/e164';
import type { BridgeLeg } from '../../../domain/bridge-end';
import type { BridgeStatus, CloudCallStatus, CloudLegStatus, InboundCallback } from '../adapter';
import { talkMsOf } from '../bridge/talk-ms';
import { textOf } from '../json-fields';
import { CANCELED, isUnanswered, unansweredEvent } from './hangup-causes';

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
  const carrierCallId = fields.get('CallUUID') ?? '';
  const called = e164Of(fields.get('To') ?? '');
  const isNew = fields.get('Direction') === 'inbound' && fields.get('CallStatus') === 'ringing';
  if (!UUID.test(carrierCallId) || called === null || !isNew) return null;
  return { carrierCallId, called, caller: e164Of(fields.get('From') ?? '') };
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

/** Reads a callback of either leg's call, or the result of `<Dial>`. */
export function readJoined(fields: ReadonlyMap<string, string>, leg: BridgeLeg): BridgeStatus | null {
  if (leg === 'child') return readDial(fields);
  const status = readStatus(fields);
  if (!status) return null;
  const { carrierCallId, ...parent } = status;
  return { carrierCallId, parent };
}

/** Reads an event or the result of `<Dial>`. https://www.plivo.com/docs/voice/xml/dial */
function readDial(fields: ReadonlyMap<string, string>): BridgeStatus | null {
  const carrierCallId = fields.get('DialALegUUID') ?? fields.get('CallUUID') ?? '';
  const childId = fields.get('DialBLegUUID') ?? '';
  if (!UUID.test(carrierCallId)) return null;
  const ids = { carrierCallId, ...(UUID.test(childId) && { childId }) };
  return { ...ids, ...(dialEventOf(fields) ?? dialResultOf(fields)) };
}

type DialStatus = Omit<BridgeStatus, 'carrierCallId' | 'childId'>;

/** null: no event that we know. */
function dialEventOf(fields: ReadonlyMap<string, string>): DialStatus | null {
  switch (fields.get('DialAction')) {
    case 'answer':
    case 'connected':
      return { child: 'answered' };
    case 'hangup': {
      const talkMs = talkMsOf(fields.get('DialBLegDuration'));
      if (talkMs !== null && talkMs > 0) return { end: { kind: 'talked', talkMs, answeredAt: null } };
      const code = codeOf(fields.get('DialBLegHangupCauseCode'));
      if (code === null || code === CANCELED) return {};
      const event = unansweredEvent('', code);
      // The callback at the end of <Dial> reports whether they talked.
      return isUnanswered(code)
        ? { end: { kind: 'unanswered', leg: 'child', event } }
        : { childCause: event };
    }
    default:
      return null;
  }
}

function dialResultOf(fields: ReadonlyMap<string, string>): DialStatus {
  const status = fields.get('DialStatus') ?? '';
  const first = fields.get('CallStatus') ?? '';
  switch (status) {
    case 'completed':
      return {
        end: { kind: 'talked', talkMs: talkMsOf(fields.get('DialBLegDuration')), answeredAt: null },
        ...(first === 'completed' && { parent: { state: 'ended', event: null, carrierStatus: first } }),
      };
    case 'cancel':
      return { end: { kind: 'parent_hung_up' } };
    case 'busy':
    case 'failed':
      return { end: { ...unansweredEnd(status), lacksCause: true } };
    case 'timeout':
    case 'no-answer':
      return { end: unansweredEnd(status) };
    default:
      return {};
  }
}

function unansweredEnd(status: string) {
  return { kind: 'unanswered', leg: 'child', event: unansweredEvent(status, null) } as const;
}

/** The end, from the record of the child's call. @param record null: none */
export function endOfRecord(parent: CloudLegStatus, record: unknown): Pick<BridgeStatus, 'childId' | 'end'> {
  if (record === null) return parent.event === null ? { end: { kind: 'parent_hung_up' } } : {};
  const id = textOf(record, 'call_uuid');
  const named = UUID.test(id) ? { childId: id } : {};
  const answeredAt = timeOf(textOf(record, 'answer_time'));
  const code = codeOf(textOf(record, 'hangup_cause_code'));
  if (Number.isNaN(answeredAt)) {
    const event = unansweredEvent(code === null ? 'no-answer' : '', code);
    return {
      ...named,
      end: code === CANCELED ? { kind: 'parent_hung_up' } : { kind: 'unanswered', leg: 'child', event },
    };
  }
  const endedAt = timeOf(textOf(record, 'end_time'));
  const talkMs = Number.isNaN(endedAt) ? talkMsOf(textOf(record, 'call_duration')) : endedAt - answeredAt;
  return { ...named, end: { kind: 'talked', talkMs, answeredAt: new Date(answeredAt) } };
}
