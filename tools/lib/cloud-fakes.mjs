import { silence } from './silence.mjs';

const RECORDED_SECONDS = 2;

/**
 * @typedef {object} Settings times are in milliseconds
 * @property {number} answerMs of each response
 * @property {'ringing' | 'busy' | 'talking'} phones what they do
 * @property {number} ringMs from the dial to the answer
 * @property {number} contactRingMs the same of the contact of a human call
 * @property {number} talkMs from the contact's answer to its end
 * @property {number} dripMs of the download of a recording
 * @property {number} connectMs from the answer of an inbound call to its audio
 * @property {number} lingerMs a call whose stream broke goes on for this time, unless it is ended
 */

/** Responses come at once, phones answer, and a stream that breaks ends its call. @type {Settings} */
export const CALM = {
  answerMs: 0,
  phones: 'talking',
  ringMs: 100,
  contactRingMs: 100,
  talkMs: 1_000,
  dripMs: 0,
  connectMs: 0,
  lingerMs: 0,
};

/**
 * The fake of a carrier with settings for all calls in place of scripts for each number.
 * @param {any} Fake
 */
export function withSettings(Fake) {
  return class extends Fake {
    /** @type {Settings} */
    #settings = CALM;

    constructor() {
      super();
      // A process needs seconds to start.
      Object.assign(this.network, { tries: 6, retryMs: 500 });
    }

    /** @param {Partial<Settings>} settings */
    set(settings) {
      this.#settings = { ...this.#settings, ...settings };
      this.answerMs = this.#settings.answerMs;
    }

    callIn(url, options) {
      const { connectMs, lingerMs } = this.#settings;
      return super.callIn(url, { ...options, isMute: true, connectMs, lingerMs });
    }

    onInbound(call) {
      this.calls.push(call);
    }

    next(_number, allowedRingMs) {
      const { phones, ringMs, lingerMs } = this.#settings;
      const script = { ringMs, lingerMs, isMute: true };
      if (phones === 'ringing') return { ...script, becomes: 'no-answer', ringMs: allowedRingMs };
      return phones === 'busy' ? { ...script, becomes: 'busy' } : script;
    }

    scriptOf() {
      const { contactRingMs, talkMs } = this.#settings;
      return { ringMs: contactRingMs, hangUpAfterMs: talkMs };
    }

    onTalked({ id }) {
      this.recordings.of(id, { audio: silence(RECORDED_SECONDS), dripMs: this.#settings.dripMs });
    }
  };
}

/**
 * Options of `trunk add`.
 * @param {any} Fake
 * @param {string} url
 * @returns {Record<string, string>}
 */
export function trunkOptions(Fake, url) {
  const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const options = Object.entries(Fake.trunk).map(([name, value]) => [kebab(name), value]);
  return { 'base-url': url, ...Object.fromEntries(options) };
}
