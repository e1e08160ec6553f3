import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork, withoutFragment } from './callbacks.mjs';
import { FakeCarrier } from './carrier.mjs';
import { runDial } from './plivo-dial.mjs';
import { fieldsOf, listed, PHONES, shownAs, timeOf } from './plivo-records.mjs';
import { addressOf } from './recordings.mjs';
import { plivoSignature } from './plivo-signature.mjs';
import { plivoStream, streamOf } from './plivo-stream.mjs';
import { secondsOf, send } from './protocol.mjs';

/** @typedef {import('./protocol.mjs').FakeAsk} FakeAsk */
/** @typedef {import('./plivo-records.mjs').PlivoScript} PlivoScript */
/** @typedef {import('./plivo-records.mjs').PlivoCall} PlivoCall */

const AUTH_ID = 'MAFAKEAUTHID00000000';
export const AUTH_TOKEN = 'plivo-auth-token-of-the-tests';

const ACCOUNT = `/v1/Account/${AUTH_ID}/`;

/**
 * Plivo's API, callbacks and audio streams, in real time, as https://www.plivo.com/docs/voice describes them. Its signature code
 * is its own; that of the service is compared with Plivo's library by vectors.
 *
 * @extends {FakeCarrier<PlivoCall, PlivoScript>}
 */
export class FakePlivo extends FakeCarrier {
  /** Options of a trunk, beside its address. */
  static trunk = { authId: AUTH_ID, authToken: AUTH_TOKEN, callerId: '+911140000001' };
  static canEndCalls = true;

  /** @override @readonly @type {'plivo'} */
  kind = 'plivo';
  /** @type {CallbackNetwork} */
  network = new CallbackNetwork((url, fields) => this.signed(url, fields));

  constructor() {
    super('plivo', `${AUTH_ID}:${AUTH_TOKEN}`, `${ACCOUNT}Call/`, PHONES);
  }

  static open() {
    return new this().listen();
  }

  /** The headers of a callback. */
  signed(/** @type {string} */ url, /** @type {Readonly<Record<string, string>>} */ fields) {
    return plivoSignature(url, fields, AUTH_TOKEN);
  }

  /** @override */
  newId() {
    return randomUUID();
  }

  /**
   * @override
   * @param {{id: string, to: string, from: string, script: PlivoScript}} given
   * @param {string} url
   * @returns {PlivoCall}
   */
  inboundCall({ to, from, ...given }, url) {
    const call = this.callOf({ ...given, to: to.replace('+', ''), from: from.replace('+', '') });
    // An application without a hangup URL uses its answer URL.
    const urls = { answer_url: url, ring_url: '', hangup_url: url };
    return { ...call, status: 'ringing', isInbound: true, urls, code: null };
  }

  /** @override */
  askInbound(/** @type {string} */ url, /** @type {PlivoCall} */ call) {
    return this.#post(url, { ...fieldsOf(call), Event: 'StartApp' });
  }

  /** @override */
  streamIn(/** @type {string} */ xml) {
    return streamOf(xml);
  }

  /** @override */
  connect(/** @type {string} */ url, /** @type {PlivoCall} */ { id, script }) {
    return plivoStream(url, id, AUTH_ID, script);
  }

  /** @override */
  refusal(/** @type {number} */ status) {
    return { api_id: randomUUID(), error: `refused with ${status}` };
  }

  /** @override */
  async order(/** @type {FakeAsk} */ ask) {
    const { to, from, ring_timeout, ...urls } = JSON.parse(ask.body);
    const script = this.next(`+${to}`, Number(ring_timeout) * 1_000);
    if (script.refused !== undefined) {
      ask.answer(script.refused, this.refusal(script.refused));
      return;
    }
    const call = this.add({ to, from, script, urls });
    await this.begin(call, ask, 201, { api_id: randomUUID(), message: 'call fired', request_uuid: call.id });
  }

  /** @override */
  serve(/** @type {FakeAsk} */ { method, path, query, body, answer }) {
    const [, what, id = ''] = /\/(Call|Request)\/(?:([^/]+)\/)?$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === id);
    if (path === ACCOUNT) answer(200, { auth_id: AUTH_ID, account_type: 'standard' });
    else if (what === 'Call' && id === '') answer(200, listed(this.calls, query));
    else if (this.gone.has(id) && !query.has('status')) {
      answer(200, { call_uuid: id, hangup_cause_code: 4000, answer_time: null });
    } else if (!call) answer(404, this.refusal(404));
    else if (method === 'POST') this.#transfer(call, JSON.parse(body), answer);
    else if (method === 'DELETE') answer(this.#end(call, what === 'Request') ? 204 : 404, null);
    else {
      const shown = shownAs(call, query.get('status'));
      answer(shown ? 200 : 404, shown ?? this.refusal(404));
    }
  }

  /** @override */
  recordedCall(/** @type {string} */ path, /** @type {URLSearchParams} */ query) {
    return path.endsWith('/Recording/') ? query.get('call_uuid') : null;
  }

  /** @override */
  recordingList(/** @type {string} */ call, /** @type {string | null} */ file, /** @type {string} */ origin) {
    return { objects: file === null ? [] : [{ call_uuid: call, recording_url: addressOf(origin, file) }] };
  }

  /**
   * Adds a call of the API, or one that the carrier dials for another.
   * @param {{to: string, from: string, script: PlivoScript, urls: PlivoCall['urls'], parent?: string}} given
   * @returns {PlivoCall}
   */
  add({ urls, ...given }) {
    const call = { ...this.callOf({ id: randomUUID(), ...given }), urls, code: null };
    this.calls.push(call);
    return call;
  }

  /** @override */
  async run(/** @type {PlivoCall} */ call) {
    const { becomes = 'answered', ringMs = 50, code, gone, toldCompleted } = call.script;
    if (becomes === 'queued') return;
    await sleep(20);
    if (call.endedAt !== null) return;
    if (becomes !== 'failed') {
      call.status = 'ringing';
      this.#tell(call, 'ring_url', { Event: 'Ring' });
    }
    await sleep(ringMs);
    if (becomes === 'rings' || call.endedAt !== null) return;
    if (becomes !== 'answered') {
      this.over(call, toldCompleted ? 'completed' : becomes, code ?? null);
      return;
    }
    Object.assign(call, { status: 'in-progress', answeredAt: Date.now() });
    const ended = gone ? 'here' : await this.#perform(call);
    this.over(call, 'completed', ended === 'here' ? 4000 : 4010);
  }

  /** @override */
  finish(/** @type {PlivoCall} */ call) {
    this.over(call, 'completed', 4000);
  }

  /** Ends a call, unless it is over. */
  over(/** @type {PlivoCall} */ call, /** @type {string} */ status, /** @type {number | null} */ code) {
    if (call.endedAt !== null) return;
    Object.assign(call, { status, code, endedAt: Date.now() });
    const talked = secondsOf(call);
    this.#tell(call, 'hangup_url', {
      Event: 'Hangup',
      Duration: String(talked),
      BillDuration: String(60 * Math.ceil(talked / 60)),
      AnswerTime: timeOf(call.answeredAt) ?? '',
      EndTime: timeOf(call.endedAt) ?? '',
      ...(code !== null && { HangupCauseCode: String(code), HangupSource: 'Callee' }),
    });
  }

  /**
   * Executes the documents of an answered call. Resolves with the side that ended its stream.
   * @returns {Promise<'here' | 'there'>}
   */
  async #perform(/** @type {PlivoCall} */ call) {
    /** @type {'here' | 'there'} */
    let ended = 'here';
    let xml = await this.#ask(call, call.urls.answer_url);
    while (call.endedAt === null) {
      const url = streamOf(xml);
      if (xml.includes('<Dial ')) xml = await runDial(this, call, xml);
      else if (url === null) break;
      else {
        call.stream = this.connect(url, call);
        ended = await this.talked(call, call.stream);
        const { redirected } = call;
        call.redirected = null;
        if (redirected === null) break;
        xml = await this.#ask(call, redirected);
      }
    }
    return ended;
  }

  /** https://www.plivo.com/docs/voice/api/call/transfer-a-call */
  #transfer(
    /** @type {PlivoCall} */ call,
    /** @type {{legs: string, aleg_url: string}} */ { legs, aleg_url },
    /** @type {FakeAsk['answer']} */ answer,
  ) {
    if (legs !== 'aleg' || call.status !== 'in-progress') {
      answer(404, this.refusal(404));
      return;
    }
    call.redirected = aleg_url;
    answer(202, { message: 'call transferred', call_uuids: [call.id] });
    call.stream?.hangUp();
  }

  /** Requests the next instruction of an answered call. */
  async #ask(/** @type {PlivoCall} */ call, /** @type {string} */ url) {
    const fields = { ...fieldsOf(call), Event: 'StartApp' };
    const copies = call.script.weather?.doubled ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => this.#post(url, fields)));
    return answers[0]?.body ?? '';
  }

  #end(/** @type {PlivoCall} */ call, /** @type {boolean} */ asRequest) {
    if (call.endedAt !== null || asRequest !== (call.status === 'queued')) return false;
    call.line.leave();
    this.over(call, call.answeredAt ? 'completed' : 'cancel', call.answeredAt ? 4000 : 1000);
    call.stream?.hangUp();
    return true;
  }

  #tell(
    /** @type {PlivoCall} */ call,
    /** @type {'ring_url' | 'hangup_url'} */ where,
    /** @type {Record<string, string>} */ more,
  ) {
    const fields = { ...fieldsOf(call), ...more };
    this.network.send(call.urls[where], fields, call.script.weather ?? {}, call.callbacks++);
  }

  #post(/** @type {string} */ given, /** @type {Record<string, string>} */ fields) {
    const url = withoutFragment(given);
    const headers = this.signed(url, fields);
    return send(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  }
}
