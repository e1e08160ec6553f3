import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork } from './callbacks.mjs';
import { FakeCarrier } from './carrier.mjs';
import { secondsOf, send } from './protocol.mjs';
import { runDial } from './twilio-dial.mjs';
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  fieldsOf,
  listed,
  newSid,
  PHONES,
  shown,
  twilioSignature,
} from './twilio-records.mjs';
import { streamOf, twilioStream } from './twilio-stream.mjs';

/** @typedef {import('./protocol.mjs').FakeAsk} FakeAsk */
/** @typedef {import('./twilio-records.mjs').TwilioScript} TwilioScript */
/** @typedef {import('./twilio-records.mjs').TwilioCall} TwilioCall */

export { ACCOUNT_SID, AUTH_TOKEN };

const ACCOUNT = `/2010-04-01/Accounts/${ACCOUNT_SID}`;

/**
 * Twilio's API, callbacks and media streams, in real time, as https://www.twilio.com/docs/voice describes them.
 *
 * @extends {FakeCarrier<TwilioCall, TwilioScript>}
 */
export class FakeTwilio extends FakeCarrier {
  /** Options of a trunk, beside its address. */
  static trunk = { accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, callerId: '+12025550100' };
  static canEndCalls = true;

  /** @override @readonly @type {'twilio'} */
  kind = 'twilio';
  /** @type {CallbackNetwork} */
  network = new CallbackNetwork((url, fields) => ({ 'x-twilio-signature': this.sign(url, fields) }));
  /** @type {Set<string>} calls of `gone` that the first look-up still shows in progress */
  late = new Set();

  constructor() {
    super('twilio', `${ACCOUNT_SID}:${AUTH_TOKEN}`, `${ACCOUNT}/Calls.json`, PHONES);
  }

  static open() {
    return new this().listen();
  }

  sign(/** @type {string} */ url, /** @type {Readonly<Record<string, string>>} */ fields) {
    return twilioSignature(url, fields);
  }

  /** @override */
  newId() {
    return newSid();
  }

  /**
   * @override
   * @returns {TwilioCall}
   */
  inboundCall(/** @type {{id: string, to: string, from: string, script: TwilioScript}} */ given) {
    const call = this.callOf(given);
    return { ...call, status: 'ringing', isInbound: true, callbackUrl: null, form: new URLSearchParams() };
  }

  /** @override */
  askInbound(/** @type {string} */ url, /** @type {TwilioCall} */ call) {
    const fields = { ...fieldsOf(call), CallerName: '' };
    const headers = { 'x-twilio-signature': this.sign(url, fields) };
    return send(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
  }

  /** @override */
  streamIn(/** @type {string} */ twiml) {
    return streamOf(twiml);
  }

  /** @override */
  connect(/** @type {string} */ url, /** @type {TwilioCall} */ { id: callSid, script }) {
    const ids = { accountSid: ACCOUNT_SID, callSid };
    return twilioStream(url, ids, { 'x-twilio-signature': this.sign(url, {}) }, script);
  }

  /** @override */
  refusal(/** @type {number} */ status) {
    return { code: 20_003, message: 'refused', status };
  }

  /** @override */
  async order(/** @type {FakeAsk} */ ask) {
    const form = new URLSearchParams(ask.body);
    const to = form.get('To') ?? '';
    const script = this.next(to, Number(form.get('Timeout')) * 1_000);
    if (script.refused) {
      const [status, code] = script.refused;
      ask.answer(status, { code, message: 'refused', status });
      return;
    }
    const from = form.get('From') ?? '';
    const call = this.add({ to, from, script, form, callbackUrl: form.get('StatusCallback') });
    await this.begin(call, ask, 201, { ...shown(call), status: 'queued' });
  }

  /** @override */
  serve(/** @type {FakeAsk} */ { method, path, query, body, answer }) {
    const [, id] = /\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === id);
    if (path === `${ACCOUNT}.json`) answer(200, { sid: ACCOUNT_SID, status: 'active' });
    else if (id !== undefined && this.gone.has(id)) {
      answer(200, { sid: id, status: this.late.delete(id) ? 'in-progress' : 'no-answer' });
    } else if (path === `${ACCOUNT}/Calls.json`) answer(200, { calls: listed(this.calls, query) });
    else if (!call) answer(404, this.refusal(404));
    else {
      const form = new URLSearchParams(body);
      const twiml = form.get('Twiml');
      if (method === 'POST' && twiml !== null && call.status !== 'in-progress') {
        answer(400, { code: 21_220, message: 'not in-progress', status: 400 });
        return;
      }
      if (twiml !== null) this.#redirect(call, twiml);
      else if (method === 'POST') this.#update(call, form.get('Status') ?? '');
      answer(200, shown(call));
    }
  }

  /** @override */
  recordedCall(/** @type {string} */ path) {
    return /\/Calls\/(CA\w+)\/Recordings\.json$/.exec(path)?.[1] ?? null;
  }

  /** @override */
  recordingList(/** @type {string} */ call, /** @type {string | null} */ file) {
    const sid = `RE${file ?? '0'.repeat(32)}`;
    return { recordings: [{ sid, call_sid: call, status: file === null ? 'processing' : 'completed' }] };
  }

  /**
   * Adds a call of the API, or one that the carrier dials for another.
   * @param {{to: string, from: string, script: TwilioScript, form?: URLSearchParams, callbackUrl: string | null, parent?: string}} given
   * @returns {TwilioCall}
   */
  add({ form = new URLSearchParams(), callbackUrl, ...given }) {
    const call = { ...this.callOf({ id: newSid(), ...given }), form, callbackUrl };
    this.calls.push(call);
    return call;
  }

  /** @override */
  async run(/** @type {TwilioCall} */ call) {
    const { becomes = 'answered', ringMs = 50, gone } = call.script;
    if (becomes === 'queued') return;
    await sleep(10, undefined, { ref: false });
    this.tell(call, 'initiated');
    if (becomes !== 'failed') {
      await sleep(10, undefined, { ref: false });
      this.tell(call, 'ringing');
    }
    await sleep(ringMs, undefined, { ref: false });
    if (becomes === 'rings' || call.endedAt !== null) return;
    if (becomes !== 'answered') {
      this.tell(call, becomes, this.sipCodeOf(call));
      return;
    }
    this.tell(call, 'in-progress');
    await this.perform(call, gone ? '' : (call.form.get('Twiml') ?? ''));
    this.finish(call);
  }

  /** @override */
  finish(/** @type {TwilioCall} */ call) {
    this.tell(call, 'completed', { CallDuration: call.script.gone ? '0' : String(secondsOf(call)) });
  }

  /** The field of a call that failed. */
  sipCodeOf(/** @type {TwilioCall} */ { script: { sipCode } }) {
    return /** @type {Record<string, string>} */ (
      sipCode === undefined ? {} : { SipResponseCode: String(sipCode) }
    );
  }

  /** Executes the document of an answered call, and those that follow it. */
  async perform(/** @type {TwilioCall} */ call, /** @type {string} */ first) {
    /** @type {string | null} */
    let twiml = first;
    while (twiml !== null && call.endedAt === null) {
      const url = streamOf(twiml);
      if (twiml.includes('<Dial ')) twiml = await runDial(this, call, twiml);
      else if (url === null) return;
      else {
        call.stream = this.connect(url, call);
        await this.talked(call, call.stream);
        twiml = call.redirected;
        call.redirected = null;
      }
    }
  }

  /** Reports the status of a call, unless it is over. */
  tell(
    /** @type {TwilioCall} */ call,
    /** @type {string} */ status,
    /** @type {Record<string, string>} */ more = {},
  ) {
    if (call.endedAt !== null) return;
    call.status = status;
    if (status === 'in-progress') call.answeredAt = Date.now();
    if (!['queued', 'initiated', 'ringing', 'in-progress'].includes(status)) call.endedAt = Date.now();
    if (call.callbackUrl === null) return;
    const fields = {
      ...fieldsOf(call),
      CallbackSource: 'call-progress-events',
      ...(call.parent !== null && { ParentCallSid: call.parent }),
      SequenceNumber: String(call.callbacks),
      Timestamp: new Date().toUTCString(),
      ...more,
    };
    this.network.send(call.callbackUrl, fields, call.script.weather ?? {}, call.callbacks++);
  }

  #redirect(/** @type {TwilioCall} */ call, /** @type {string} */ twiml) {
    call.redirected = twiml;
    call.stream?.hangUp();
  }

  #update(/** @type {TwilioCall} */ call, /** @type {string} */ status) {
    if (call.endedAt !== null) return;
    const rings = ['queued', 'initiated', 'ringing'].includes(call.status);
    if (status === 'canceled' && !rings) return;
    call.line.leave();
    this.tell(call, status === 'canceled' ? 'canceled' : rings ? 'no-answer' : 'completed');
    call.stream?.hangUp();
  }
}
