import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { sendSlowly, silence } from './recording.mjs';

/**
 * @typedef {object} Settings
 * @property {number} answerMs each request is answered so late
 * @property {'ringing' | 'busy' | 'talking'} phones what they do
 * @property {number} ringMs who answers does it after this time
 * @property {number} contactRingMs the same of the second phone of a human call
 * @property {number} talkMs the contact of a human call hangs up so long after it has answered
 * @property {number} dripMs a recording takes so long to be sent
 * @property {number} connectMs the audio is connected so long after somebody answered
 * @property {number} lingerMs a call whose stream was cut goes on so long, unless it is hung up
 */

/**
 * @typedef {object} Phone
 * @property {string} id
 * @property {string} to
 * @property {string} from
 * @property {number} at
 * @property {number | null} answeredAt
 * @property {number | null} endedAt
 * @property {string} status queued, ringing, in-progress, or how it ended
 */

/**
 * A call that the carrier was asked for, or that came in.
 *
 * @typedef {Phone & {
 *   urls: Record<string, string>,
 *   ringSeconds: number,
 *   isHuman: boolean,
 *   isInbound: boolean,
 *   isTaken: boolean,
 *   isConnected: boolean,
 *   downloads: number,
 *   socket: WebSocket | null,
 *   contact: Phone | null,
 * }} Call
 */

/**
 * What is done with who answered: the audio is connected, or a second phone is rung.
 *
 * @typedef {{stream: string} | {dial: {to: string, from: string, urls: Record<string, string>}}} Plan
 */

/**
 * How one carrier speaks.
 *
 * @typedef {object} Dialect
 * @property {string} kind
 * @property {Record<string, string>} trunk options of `trunk add`
 * @property {boolean} canHangUp whether a request ends a call
 * @property {(ask: Ask) => Partial<Call> | null} order the call that a request asks for; null: it asks for something else
 * @property {(call: Call) => [status: number, body: object]} made
 * @property {(ask: Ask, carrier: any) => [status: number, body: object | null] | {file: Call} | null} answer null: 404
 * @property {(call: Call, what: string) => {url: string, fields: object} | null} word of a callback; null: nothing is said
 * @property {(url: string, fields: object) => RequestInit} request how a callback is sent
 * @property {(call: Call, carrier: any) => Promise<Plan | null>} whatNext
 * @property {(url: string, call: Call) => [url: string, init: RequestInit]} arrival the request about a call that comes in
 * @property {(answer: string) => string | null} streamIn an answer; null: the call is not taken
 * @property {(url: string) => Record<string, string>} socketHeaders
 * @property {(call: Call) => object[]} begin the first messages of a stream
 *
 * @typedef {{method: string, path: string, query: URLSearchParams, body: string}} Ask
 */

const RINGING_MS = 100;
const RECORDED_SECONDS = 2;
/** A callback that was not taken comes again so often. */
const TRIES = 6;
const AGAIN_MS = 500;

/** A cloud carrier on this machine. */
export class Carrier {
  /** @type {Call[]} */
  calls = [];
  url = '';
  /** @type {Settings} */
  settings = {
    answerMs: 0,
    phones: 'talking',
    ringMs: RINGING_MS,
    contactRingMs: RINGING_MS,
    talkMs: 1_000,
    dripMs: 0,
    connectMs: 0,
    lingerMs: 0,
  };

  /** @param {Dialect} dialect */
  constructor(dialect) {
    this.dialect = dialect;
  }

  async serve(request, response) {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://here');
    const ask = { method: request.method ?? '', path, query, body: await text(request) };
    const order = this.dialect.order(ask);
    // A call is made when it is asked for, however late the answer is.
    const made = order && this.#begin(order);
    await sleep(this.settings.answerMs);
    const answer = made ? this.dialect.made(made) : (this.dialect.answer(ask, this) ?? [404, {}]);
    if ('file' in answer) {
      answer.file.downloads += 1;
      return sendSlowly(response, silence(RECORDED_SECONDS), this.settings.dripMs);
    }
    const [status, body] = answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(body === null ? '' : JSON.stringify(body));
  }

  /** Somebody calls in. */
  async callIn({ url, to, from }) {
    const call = this.#add({ to, from, isInbound: true, status: 'ringing', urls: { inbound: url } });
    const [address, init] = this.dialect.arrival(url, call);
    const answer = await fetch(address, init).then(
      (answered) => (answered.ok ? answered.text() : ''),
      () => '',
    );
    const stream = answer === '' ? null : this.dialect.streamIn(answer);
    if (stream === null) return this.over(call, 'no-answer');
    call.isTaken = true;
    return this.#connect(call, stream);
  }

  /** @param {string} id */
  find(id) {
    return this.calls.find((call) => call.id === id);
  }

  /** Ends a call, whether it rings or talks. */
  hangUp(call, unanswered = 'no-answer') {
    this.over(call, call.answeredAt === null ? unanswered : 'completed');
    call.socket?.close();
  }

  over(call, status) {
    if (call.endedAt !== null) return;
    Object.assign(call, { status, endedAt: Date.now() });
    if (call.contact && call.contact.endedAt === null) {
      this.#contactOver(call, call.contact.answeredAt === null ? 'canceled' : 'completed');
    }
    void this.#say(call, 'over');
  }

  /** @returns {Call} */
  #add(parts) {
    const call = {
      id: randomUUID(),
      to: '',
      from: '',
      at: Date.now(),
      answeredAt: null,
      endedAt: null,
      status: 'queued',
      urls: {},
      ringSeconds: 60,
      isHuman: false,
      isInbound: false,
      isTaken: false,
      isConnected: false,
      downloads: 0,
      socket: null,
      contact: null,
      ...parts,
    };
    this.calls.push(call);
    return call;
  }

  #begin(order) {
    const call = this.#add(order);
    void this.#run(call);
    return call;
  }

  async #run(call) {
    call.status = 'ringing';
    void this.#say(call, 'ringing');
    const { phones, ringMs } = this.settings;
    await sleep(phones === 'ringing' ? call.ringSeconds * 1_000 : ringMs);
    if (call.endedAt !== null) return;
    if (phones !== 'talking') {
      this.over(call, phones === 'busy' ? 'busy' : 'no-answer');
      return;
    }
    Object.assign(call, { status: 'in-progress', answeredAt: Date.now() });
    void this.#say(call, 'answered');
    const next = await this.dialect.whatNext(call, this);
    if (call.endedAt !== null) return;
    if (next === null) this.over(call, 'completed');
    else if ('dial' in next) await this.#join(call, next.dial);
    else await this.#connect(call, next.stream);
  }

  /** The audio flows until the service, or the carrier, ends it. */
  async #connect(call, url) {
    await sleep(this.settings.connectMs);
    if (call.endedAt !== null) return;
    Object.assign(call, { status: 'in-progress', answeredAt: call.answeredAt ?? Date.now() });
    const socket = new WebSocket(url, { headers: this.dialect.socketHeaders(url) });
    call.socket = socket;
    socket.on('open', () => {
      call.isConnected = true;
      for (const message of this.dialect.begin(call)) socket.send(JSON.stringify(message));
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      const wasCut = code === 1006;
      setTimeout(() => this.over(call, 'completed'), wasCut ? this.settings.lingerMs : 0);
    });
  }

  /** The contact is rung and answers; each of the two hears the other until the contact hangs up. */
  async #join(call, { to, from, urls }) {
    const contact = { id: randomUUID(), to, from, at: Date.now(), answeredAt: null, endedAt: null };
    call.contact = { ...contact, status: 'ringing' };
    Object.assign(call.urls, urls);
    void this.#say(call, 'contact ringing');
    await sleep(this.settings.contactRingMs);
    if (call.endedAt !== null) return;
    Object.assign(call.contact, { status: 'in-progress', answeredAt: Date.now() });
    // They talk, whoever is there to be told.
    void this.#say(call, 'contact answered');
    await sleep(this.settings.talkMs);
    if (call.endedAt !== null) return;
    this.#contactOver(call, 'completed');
    this.over(call, 'completed');
  }

  #contactOver(call, status) {
    Object.assign(call.contact, { status, endedAt: Date.now() });
    void this.#say(call, 'contact over');
    void this.#say(call, 'dialed');
  }

  /** Again while it is not taken, as the address asks. */
  async #say(call, what) {
    const word = this.dialect.word(call, what);
    const url = word?.url.replace(/#.*/, '') ?? '';
    if (!word || url === '') return;
    for (let trial = 0; trial < TRIES; trial++) {
      const taken = await fetch(url, this.dialect.request(url, word.fields)).then(
        ({ status }) => status < 500,
        () => false,
      );
      if (taken) return;
      await sleep(AGAIN_MS);
    }
  }
}

/** Whole seconds from the answer to the end, as carriers count them. */
export function secondsOf({ answeredAt, endedAt }) {
  return answeredAt === null ? 0 : Math.max(1, Math.round(((endedAt ?? Date.now()) - answeredAt) / 1_000));
}
