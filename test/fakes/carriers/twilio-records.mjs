import { createHmac, randomBytes } from 'node:crypto';
import { COMMON_PHONES, FAILS, secondsOf } from './protocol.mjs';

/**
 * @typedef {object} TwilioOwnScript
 * @property {'answered' | 'busy' | 'no-answer' | 'failed' | 'rings' | 'queued'} [becomes]
 * @property {number} [sipCode]
 * @property {readonly [status: number, code: number]} [refused] the request is refused with a status and Twilio's code
 *
 * @typedef {import('./protocol.mjs').FakeScript & import('./dialed-phone.mjs').JoinedScript & TwilioOwnScript} TwilioScript
 */

/**
 * @typedef {object} TwilioOwnParts
 * @property {string | null} callbackUrl null: it has no callbacks
 * @property {URLSearchParams} form of the request that created it
 *
 * @typedef {import('./protocol.mjs').FakeCall<TwilioScript> & TwilioOwnParts} TwilioCall
 */

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
export const AUTH_TOKEN = 'twilio-auth-token-of-the-tests';

/** @type {Readonly<Record<import('./protocol.mjs').PhoneAction, TwilioScript>>} */
export const PHONES = {
  ...COMMON_PHONES,
  declining: FAILS,
  off: FAILS,
  failing: { ...FAILS, sipCode: 488 },
  full: { refused: [429, 20_429] },
  nowhere: { refused: [400, 21_211] },
};

export function newSid() {
  return `CA${randomBytes(16).toString('hex')}`;
}

/**
 * The value of X-Twilio-Signature: https://www.twilio.com/docs/usage/security.
 * @param {string} url
 * @param {Readonly<Record<string, string>>} fields
 */
export function twilioSignature(url, fields) {
  const signed = Object.keys(fields)
    .sort()
    .reduce((all, name) => `${all}${name}${fields[name]}`, url);
  return createHmac('sha1', AUTH_TOKEN).update(Buffer.from(signed, 'utf8')).digest('base64');
}

/** @param {TwilioCall} call */
export function shown(call) {
  const { id: sid, to, from, status, createdAt, parent, endedAt } = call;
  return {
    sid,
    to,
    from,
    status,
    date_created: new Date(createdAt).toUTCString(),
    parent_call_sid: parent,
    duration: endedAt === null ? null : String(secondsOf(call)),
    end_time: endedAt === null ? null : new Date(endedAt).toUTCString(),
    direction: directionOf(call),
  };
}

/**
 * The calls of a list, the last one first.
 * @param {readonly TwilioCall[]} calls
 * @param {URLSearchParams} query
 */
export function listed(calls, query) {
  const parent = query.get('ParentCallSid');
  const mine = calls.filter((call) =>
    parent === null ? call.to === query.get('To') && call.from === query.get('From') : call.parent === parent,
  );
  return mine.map(shown).reverse();
}

/** @param {TwilioCall} call */
function directionOf({ parent, isInbound }) {
  if (isInbound) return 'inbound';
  return parent === null ? 'outbound-api' : 'outbound-dial';
}

/**
 * What each callback has.
 * @param {TwilioCall} call
 */
export function fieldsOf(call) {
  return {
    CallSid: call.id,
    AccountSid: ACCOUNT_SID,
    From: call.from,
    To: call.to,
    CallStatus: call.status,
    ApiVersion: '2010-04-01',
    Direction: directionOf(call),
  };
}
