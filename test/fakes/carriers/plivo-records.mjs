import { COMMON_PHONES, FAILS } from './protocol.mjs';

/**
 * @typedef {object} PlivoOwnScript
 * @property {'answered' | 'busy' | 'no-answer' | 'timeout' | 'failed' | 'rings' | 'queued'} [becomes]
 * @property {number} [code] Plivo's hangup cause; none by default
 * @property {number} [refused] the request is refused with a status
 * @property {boolean} [toldCompleted] an unanswered call is reported as completed, of 0 s
 *
 * @typedef {import('./protocol.mjs').FakeScript & import('./dialed-phone.mjs').JoinedScript & PlivoOwnScript} PlivoScript
 */

/**
 * @typedef {object} PlivoOwnParts
 * @property {Readonly<Record<'answer_url' | 'ring_url' | 'hangup_url', string>>} urls
 * @property {number | null} code
 *
 * @typedef {import('./protocol.mjs').FakeCall<PlivoScript> & PlivoOwnParts} PlivoCall
 */

/** @type {Readonly<Record<import('./protocol.mjs').PhoneAction, PlivoScript>>} */
export const PHONES = {
  ...COMMON_PHONES,
  off: FAILS,
  failing: { ...FAILS, code: 5020 },
  full: { refused: 429 },
  declining: { becomes: 'busy', code: 3020 },
  nowhere: { becomes: 'failed', code: 2000 },
};

const CODES = new Map([
  ['busy', 3010],
  ['no-answer', 3000],
  ['timeout', 6010],
  ['failed', 5020],
]);

/** @param {PlivoCall} call */
function isLive({ status }) {
  return ['ringing', 'in-progress'].includes(status);
}

/** @param {number | null} ms */
export function timeOf(ms) {
  return ms === null ? null : new Date(ms).toISOString();
}

/**
 * A call as the API shows it: live, queued, or as a record; null: it is not there.
 * @param {PlivoCall} call
 * @param {string | null} status
 * @returns {object | null}
 */
export function shownAs(call, status) {
  const { id, to, from } = call;
  if (status === 'live' || status === 'queued') {
    const isThere = status === 'live' ? isLive(call) : call.status === 'queued';
    return isThere ? { call_uuid: id, request_uuid: id, call_status: call.status, to, from } : null;
  }
  if (call.endedAt === null) return null;
  return {
    call_uuid: id,
    to_number: to,
    from_number: from,
    call_direction: call.isInbound ? 'inbound' : 'outbound',
    parent_call_uuid: call.parent,
    end_time: timeOf(call.endedAt),
    answer_time: timeOf(call.answeredAt),
    // A record always has one.
    hangup_cause_code: call.code ?? CODES.get(call.status) ?? 0,
    initiation_time: timeOf(call.createdAt),
    hangup_source: 'Callee',
  };
}

/**
 * @param {readonly PlivoCall[]} calls
 * @param {URLSearchParams} query
 */
export function listed(calls, query) {
  const ended = calls.filter(({ endedAt }) => endedAt !== null);
  const parent = query.get('parent_call_uuid');
  if (parent !== null) {
    const children = ended.filter((call) => call.parent === parent);
    return { objects: children.map((call) => shownAs(call, null)) };
  }
  const isMine = (/** @type {PlivoCall} */ { to, from }) =>
    to === query.get('to_number') && from === query.get('from_number');
  if (query.get('status') === 'live')
    return { calls: calls.filter((call) => isMine(call) && isLive(call)).map(({ id }) => id) };
  return { objects: ended.filter(isMine).map((call) => shownAs(call, null)), meta: { limit: 20 } };
}

/**
 * What each callback has.
 * @param {PlivoCall} call
 * @returns {Record<string, string>}
 */
export function fieldsOf({ id, to, from, status, isInbound }) {
  const common = { CallUUID: id, From: from, To: to, CallStatus: status };
  if (isInbound) return { ...common, CallerName: '', Direction: 'inbound', SIP_Header: '' };
  return {
    ...common,
    RequestUUID: id,
    ALegUUID: id,
    ALegRequestUUID: id,
    Direction: 'outbound',
    STIRVerification: 'Not Applicable',
  };
}
