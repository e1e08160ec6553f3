import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How callbacks travel.
 *
 * @typedef {object} CallbackWeather
 * @property {boolean} [doubled] each arrives twice
 * @property {readonly number[]} [delays] of each in turn, in milliseconds; a longer one is overtaken
 * @property {boolean} [lost] none arrives
 */

/**
 * A callback that was sent; `status` is that of the response, null before it.
 *
 * @template {object} Fields
 * @typedef {{readonly url: string, readonly fields: Fields, status: number | null}} SentCallback
 */

/**
 * Sends a carrier's callbacks, and repeats each until it is accepted.
 *
 * @template {object} [Fields=Readonly<Record<string, string>>]
 */
export class CallbackNetwork {
  /** @type {SentCallback<Fields>[]} */
  sent = [];
  /** Attempts for each callback, and the time between two. */
  tries = 5;
  retryMs = 100;
  /** @type {(fields: Fields) => Fields} replaces the fields of a callback before it is signed */
  reshape = (fields) => fields;
  /** @type {Set<Promise<unknown>>} */
  #underway = new Set();
  #headersOf;
  #bodyOf;

  /**
   * @param {(url: string, fields: Fields) => Record<string, string>} headersOf
   * @param {(fields: Fields) => string | URLSearchParams} bodyOf
   */
  constructor(headersOf, bodyOf = formOf) {
    this.#headersOf = headersOf;
    this.#bodyOf = bodyOf;
  }

  /**
   * @param {string} url
   * @param {Fields} fields
   * @param {CallbackWeather} weather
   * @param {number} number of the callback within its call
   */
  send(url, fields, weather, number) {
    if (weather.lost) return;
    for (let copy = 0; copy < (weather.doubled ? 2 : 1); copy++) {
      const underway = this.#deliver(url, fields, delayOf(weather, number)).finally(() =>
        this.#underway.delete(underway),
      );
      this.#underway.add(underway);
    }
  }

  /**
   * Requests the next instruction of a call.
   * @param {string} url
   * @param {Fields} fields
   * @param {CallbackWeather} weather
   * @param {number} number of the callback within its call
   * @returns {Promise<string>} '' without a response
   */
  async ask(url, fields, weather, number) {
    if (weather.lost) return '';
    const copies = Array.from({ length: weather.doubled ? 2 : 1 }, () =>
      this.#deliver(url, fields, delayOf(weather, number)),
    );
    const [answer = ''] = await Promise.all(copies);
    return answer;
  }

  /** Resolves when every callback has been answered or given up. */
  async quiet() {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
  }

  /**
   * @param {string} url
   * @param {Fields} given
   * @param {number} delay
   */
  async #deliver(url, given, delay) {
    await sleep(delay, undefined, { ref: false });
    const address = withoutFragment(url);
    const fields = this.reshape(given);
    /** @type {SentCallback<Fields>} */
    const sent = { url: address, fields, status: null };
    this.sent.push(sent);
    for (let time = 0; time < this.tries; time++) {
      const headers = this.#headersOf(address, fields);
      const answer = await fetch(address, { method: 'POST', headers, body: this.#bodyOf(fields) }).catch(
        () => null,
      );
      sent.status = answer?.status ?? null;
      const body = (await answer?.text().catch(() => '')) ?? '';
      if (answer && answer.status < 500) return body;
      await sleep(this.retryMs, undefined, { ref: false });
    }
    return '';
  }
}

/** @param {string} url */
export function withoutFragment(url) {
  return url.split('#', 1)[0] ?? '';
}

/**
 * @param {CallbackWeather} weather
 * @param {number} number
 */
function delayOf({ delays = [] }, number) {
  return delays[number % delays.length] ?? 0;
}

/** @param {object} fields */
function formOf(fields) {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
