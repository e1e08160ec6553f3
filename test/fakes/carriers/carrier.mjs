import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Line } from './dialed-phone.mjs';
import { CarrierProtocol } from './protocol.mjs';
import { FakeRecordings } from './recordings.mjs';

/** @typedef {import('./stream.mjs').StreamCaller} StreamCaller */
/** @typedef {import('./stream.mjs').StreamScript} StreamScript */

/** @typedef {import('./protocol.mjs').FakeAsk} FakeAsk */
/** @typedef {import('./protocol.mjs').FakeScript} FakeScript */
/** @typedef {import('./protocol.mjs').PhoneAction} PhoneAction */

/**
 * @template Script
 * @typedef {import('./protocol.mjs').FakeCall<Script>} FakeCall
 */

/**
 * A carrier's API on this machine: its server, its credentials, and the scripts of the phones. A subclass speaks as one carrier;
 * who needs other timing or misbehaviour overrides the hooks.
 *
 * @template {FakeCall<Script>} Call
 * @template {FakeScript} Script
 * @extends {CarrierProtocol<Call, Script>}
 */
export class FakeCarrier extends CarrierProtocol {
  /** @type {Call[]} */
  calls = [];
  /** @type {number | 'silent' | null} the status of every response, or none; null: as it should be */
  broken = null;
  /** The time that each response takes, in milliseconds. */
  answerMs = 0;
  /** @type {string[]} */
  requests = [];
  recordings = new FakeRecordings();
  /** @type {Set<string>} inbound calls that ended */
  gone = new Set();
  /** @type {Map<string, Script[]>} */
  #scripts = new Map();
  #server;
  #authorization;
  #ordersPath;
  #phones;

  /**
   * @param {string} kind
   * @param {string} login `user:password`
   * @param {string} ordersPath the path of requests for calls
   * @param {Readonly<Record<PhoneAction, Script>>} phones
   */
  constructor(kind, login, ordersPath, phones) {
    super();
    this.kind = kind;
    this.#authorization = `Basic ${Buffer.from(login).toString('base64')}`;
    this.#ordersPath = ordersPath;
    this.#phones = phones;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error) => response.destroy(error));
    });
  }

  get url() {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The fake listens on no port.');
    return `http://127.0.0.1:${address.port}`;
  }

  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(null)));
    return this;
  }

  async close() {
    for (const { stream } of this.calls) stream?.hangUp();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * Sets the scripts of the calls to a number (E.164), one after another. The last one holds for all that follow.
   * @param {string} number
   * @param {...Script} scripts
   */
  will(number, ...scripts) {
    this.#scripts.set(number, scripts);
  }

  /**
   * Sets the script of a number by what its phone does.
   * @param {string} number
   * @param {PhoneAction} action
   * @param {FakeScript} more
   */
  act(number, action, more) {
    this.will(number, { ...more, ...this.#phones[action] });
  }

  /** @param {string} number */
  callsTo(number) {
    return this.calls.filter(({ to }) => `+${to.replace('+', '')}` === number);
  }

  /**
   * A call comes in. Resolves with the response, and with the phone once its audio is connected.
   * @param {string} url
   * @param {{to: string, from: string, sid?: string} & StreamScript} options
   * @returns {Promise<{status: number, body: string, stream: StreamCaller | null}>}
   */
  async callIn(url, { to, from, sid = this.newId(), ...script }) {
    const call = this.inboundCall({ id: sid, to, from, script: /** @type {Script} */ (script) }, url);
    this.onInbound(call);
    const { status, body } = await this.askInbound(url, call);
    const address = status >= 200 && status < 300 ? this.streamIn(body) : null;
    if (address === null) {
      Object.assign(call, { status: 'no-answer', endedAt: Date.now() });
      return { status, body, stream: null };
    }
    call.isTaken = true;
    if (script.connectMs !== undefined) await sleep(script.connectMs);
    Object.assign(call, { status: 'in-progress', answeredAt: Date.now() });
    call.stream = this.connect(address, call);
    void this.talked(call, call.stream).then(() => this.finish(call));
    return { status, body, stream: call.stream };
  }

  /**
   * Hook: the script of the next call to a number, which the service lets ring for `ringMs`.
   * @type {(number: string, ringMs: number) => Script}
   */
  next(number) {
    return this.#nextOf(number);
  }

  /** Hook: the script of a phone that is dialed for another one. */
  scriptOf(/** @type {string} */ number) {
    return this.#nextOf(number);
  }

  /**
   * Hook: the response to a request that created a call.
   * @param {number} status
   * @param {object} body
   * @returns {[status: number, body: object]}
   */
  created(status, body) {
    return [status, body];
  }

  /**
   * Hook: a call comes in. It is not among `calls`.
   * @type {(call: Call) => void}
   */
  onInbound() {}

  /**
   * Hook: the carrier joined two phones, and their talk is over.
   * @type {(call: Call) => void}
   */
  onTalked() {}

  /**
   * The parts of a call that all carriers have.
   * @param {{id: string, to: string, from: string, script: Script, parent?: string | null}} given
   */
  callOf(given) {
    return {
      parent: null,
      ...given,
      status: 'queued',
      createdAt: Date.now(),
      answeredAt: /** @type {number | null} */ (null),
      endedAt: /** @type {number | null} */ (null),
      isInbound: false,
      isTaken: false,
      line: new Line(),
      stream: /** @type {StreamCaller | null} */ (null),
      redirected: /** @type {string | null} */ (null),
      callbacks: 0,
    };
  }

  /**
   * Resolves with the side that ended the stream, once its call is over or can go on.
   * @param {Call} call
   * @param {StreamCaller} stream
   */
  async talked({ script: { lingerMs = 0 } }, stream) {
    const side = await stream.over;
    if (stream.wasCut && lingerMs > 0) await sleep(lingerMs, undefined, { ref: false });
    return side;
  }

  /**
   * Starts a call, and answers the request for it. Callbacks can arrive before the response.
   * @param {Call} call
   * @param {FakeAsk} ask
   * @param {number} status
   * @param {object} body
   */
  async begin(call, ask, status, body) {
    void this.run(call);
    const { answerMs = this.answerMs, answerLost, answerStatus } = call.script;
    if (answerMs > 0) await sleep(answerMs, undefined, { ref: false });
    if (answerLost) ask.breakOff();
    else if (answerStatus === undefined) ask.answer(...this.created(status, body));
    else ask.answer(answerStatus, this.refusal(answerStatus));
  }

  /** @returns {Script} */
  #nextOf(/** @type {string} */ number) {
    const scripts = this.#scripts.get(number) ?? [];
    return (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? /** @type {Script} */ ({});
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  async #serve(request, response) {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const { pathname: path, searchParams: query } = new URL(url, this.url);
    const answer = (/** @type {number} */ status, /** @type {object | null} */ body) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? '' : JSON.stringify(body));
    };
    const ask = {
      method,
      path,
      query,
      body: await text(request),
      answer,
      breakOff: () => response.destroy(),
    };
    if (this.broken === 'silent') return;
    const isAllowed = request.headers.authorization === this.#authorization;
    const refused = this.broken ?? (isAllowed ? null : 401);
    if (refused !== null) answer(refused, this.refusal(refused));
    else if (method === 'POST' && path === this.#ordersPath) await this.order(ask);
    else {
      if (this.answerMs > 0) await sleep(this.answerMs, undefined, { ref: false });
      if (!this.recordings.serve(this, request, response, this.url)) await this.serve(ask);
    }
  }
}
