/** @typedef {import('./stream.mjs').StreamCaller} StreamCaller */

/**
 * A call's script at every carrier. By default the phone rings at once and answers.
 *
 * @typedef {object} CallScript
 * @property {number} [ringMs]
 * @property {boolean} [answerLost] the call is created, and the connection breaks before the response
 * @property {number} [answerStatus] the call is created, and the response has this status
 * @property {number} [answerMs] the response takes this time
 * @property {boolean} [gone] the phone answers and hangs up before its audio is connected
 * @property {number} [lingerMs] a call whose stream broke goes on for this time, unless it is ended
 * @property {import('./callbacks.mjs').CallbackWeather} [weather]
 *
 * @typedef {import('./stream.mjs').StreamScript & CallScript} FakeScript
 */

/**
 * What a phone of a human call does. `off`: it is switched off; `nowhere`: there is no such number; `full`: the carrier has no
 * capacity.
 *
 * @typedef {'busy' | 'silent' | 'declining' | 'off' | 'nowhere' | 'full' | 'failing' | 'ringing' | 'answering'} PhoneAction
 */

/** The scripts that all carriers share. */
export const COMMON_PHONES = /** @type {const} */ ({
  busy: { becomes: 'busy' },
  silent: { becomes: 'no-answer' },
  ringing: { becomes: 'rings' },
  answering: {},
});
/** Where a carrier has no status of its own. */
export const FAILS = /** @type {const} */ ({ becomes: 'failed' });

/**
 * A request to the carrier's API, with the right credentials.
 *
 * @typedef {object} FakeAsk
 * @property {string} method
 * @property {string} path
 * @property {URLSearchParams} query
 * @property {string} body
 * @property {(status: number, body: object | null) => void} answer
 * @property {() => void} breakOff breaks the connection
 */

/**
 * A call at a carrier. Times are in milliseconds since 1970.
 *
 * @template Script
 * @typedef {object} FakeCall
 * @property {string} id
 * @property {string} to
 * @property {string} from
 * @property {Script} script
 * @property {string} status
 * @property {number} createdAt
 * @property {number | null} answeredAt
 * @property {number | null} endedAt
 * @property {string | null} parent the call for which the carrier dialed it
 * @property {boolean} isInbound
 * @property {boolean} isTaken an inbound call that the service accepted
 * @property {import('./dialed-phone.mjs').Line} line
 * @property {StreamCaller | null} stream
 * @property {string | null} redirected the next instruction, in place of its stream
 * @property {number} callbacks
 */

/**
 * What differs from carrier to carrier. Each implements all of it.
 *
 * @template {FakeCall<Script>} Call
 * @template {FakeScript} Script
 */
export class CarrierProtocol {
  /** @type {() => string} */
  newId() {
    return missing();
  }

  /**
   * Creates the call that a request asks for, and answers.
   * @type {(ask: FakeAsk) => Promise<void>}
   */
  order() {
    return missing();
  }

  /**
   * Answers any other request.
   * @type {(ask: FakeAsk) => void | Promise<void>}
   */
  serve() {
    return missing();
  }

  /**
   * The body of a refusal.
   * @type {(status: number) => object}
   */
  refusal() {
    return missing();
  }

  /**
   * Rings the phone, and follows the script to the end of the call.
   * @type {(call: Call) => Promise<void>}
   */
  run() {
    return missing();
  }

  /**
   * Ends a call as completed, unless it is over.
   * @type {(call: Call) => void}
   */
  finish() {
    return missing();
  }

  /**
   * `url`: the trunk's address for inbound calls.
   * @type {(given: {id: string, to: string, from: string, script: Script}, url: string) => Call}
   */
  inboundCall() {
    return missing();
  }

  /**
   * Sends the request about an inbound call.
   * @type {(url: string, call: Call) => Promise<{status: number, body: string}>}
   */
  askInbound() {
    return missing();
  }

  /**
   * The address of the stream in the response; null: the call is rejected.
   * @type {(body: string) => string | null}
   */
  streamIn() {
    return missing();
  }

  /** @type {import('./recordings.mjs').RecordingLists['recordedCall']} */
  recordedCall() {
    return missing();
  }

  /** @type {import('./recordings.mjs').RecordingLists['recordingList']} */
  recordingList() {
    return missing();
  }

  /** @type {(url: string, call: Call) => StreamCaller} */
  connect() {
    return missing();
  }
}

/**
 * Whole seconds since the answer, or to the end.
 * @param {FakeCall<unknown>} call
 */
export function secondsOf({ answeredAt, endedAt }) {
  return answeredAt === null ? 0 : Math.ceil(((endedAt ?? Date.now()) - answeredAt) / 1_000);
}

/** @returns {never} */
function missing() {
  throw new Error('This carrier does not implement it.');
}

/**
 * Sends a request. A connection that fails is the status 0.
 * @param {string} url
 * @param {RequestInit} init
 */
export async function send(url, init) {
  const answer = await fetch(url, init).catch(() => null);
  return { status: answer?.status ?? 0, body: (await answer?.text().catch(() => '')) ?? '' };
}
