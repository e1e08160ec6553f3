import { randomBytes } from 'node:crypto';
import { COMMON_PHONES, FAILS, secondsOf } from './protocol.mjs';

/**
 * @typedef {object} ExotelOwnScript
 * @property {'answered' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'rings' | 'queued'} [becomes]
 * @property {number} [refused] the request is refused with a status
 * @property {boolean} [toldCompleted] an unanswered call is reported as completed, of 0 s
 * @property {boolean} [toldNull] the status of an ended call is reported as null
 * @property {boolean} [unnamed] the last callback has no legs
 * @property {'linear16' | 'mulaw'} [encoding] of the stream; 16 bit by default, as most pages say
 *
 * @typedef {import('./protocol.mjs').FakeScript & ExotelOwnScript} ExotelScript
 */

/**
 * The second phone of a call; `end` is null until it is over.
 *
 * @typedef {object} SecondPhone
 * @property {string} to
 * @property {string} status
 * @property {import('./dialed-phone.mjs').DialedEnd | null} end
 * @property {number | null} since
 * @property {number | null} until
 */

/**
 * @typedef {object} ExotelOwnParts
 * @property {URLSearchParams} form of the request that created it
 * @property {SecondPhone | null} second
 *
 * @typedef {import('./protocol.mjs').FakeCall<ExotelScript> & ExotelOwnParts} ExotelCall
 */

export const ACCOUNT_SID = 'acme1';
/** Exotel's times are in the time zone of India. */
const INDIA_MS = 19_800_000;

/** @type {Readonly<Record<import('./protocol.mjs').PhoneAction, ExotelScript>>} */
export const PHONES = {
  ...COMMON_PHONES,
  declining: FAILS,
  off: FAILS,
  failing: FAILS,
  nowhere: FAILS,
  full: { refused: 429 },
};

export function newSid() {
  return randomBytes(16).toString('hex');
}

/** @param {ExotelCall} call */
function legStatus({ status, script: { becomes = 'answered' } }) {
  return becomes === 'answered' ? status : becomes;
}

export const SECOND_STATUS = {
  talked: 'completed',
  stopped: 'canceled',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
};

/** @param {ExotelCall} call */
export function legsOf(call) {
  const first = { OnCallDuration: secondsOf(call), Status: legStatus(call) };
  if (!call.second) return [first];
  return [
    { ...first, Status: 'completed' },
    { OnCallDuration: conversationSeconds(call), Status: call.second.status },
  ];
}

/** @param {ExotelCall} call */
export function conversationSeconds({ second }) {
  return second?.since == null ? 0 : Math.ceil(((second.until ?? Date.now()) - second.since) / 1_000);
}

/** @param {ExotelCall} call */
function detailsOf(call) {
  const { second } = call;
  const ConversationDuration = conversationSeconds(call);
  if (second && call.script.unnamed) return { ConversationDuration };
  return {
    Leg1Status: second ? 'completed' : legStatus(call),
    Leg2Status: second?.status ?? null,
    ConversationDuration,
    Legs: [{ Leg: { Id: 1, OnCallDuration: secondsOf(call) } }],
  };
}

/** @param {ExotelCall} call */
export function shown(call) {
  const isOver = call.endedAt !== null;
  return {
    Sid: call.id,
    ParentCallSid: null,
    DateCreated: indian(call.createdAt),
    AccountSid: ACCOUNT_SID,
    To: national(call.from),
    From: national(call.to),
    Direction: call.isInbound ? 'inbound' : 'outbound-api',
    Price: null,
    Status: isOver && call.script.toldNull ? null : call.status,
    EndTime: call.endedAt === null ? null : indian(call.endedAt),
    ...(isOver && { Details: detailsOf(call) }),
  };
}

/**
 * A number as it is dialed in India; numbers of other countries keep their plus.
 * @param {string} number
 */
export function national(number) {
  return number.replace(/^\+91/, '0');
}

/** @param {number} ms */
export function indian(ms) {
  return new Date(ms + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
}
