import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork } from './callbacks.mjs';
import { FakeCarrier } from './carrier.mjs';
import { joinPhone } from './dialed-phone.mjs';
import {
  ACCOUNT_SID,
  conversationSeconds,
  indian,
  legsOf,
  national,
  newSid,
  PHONES,
  SECOND_STATUS,
  shown,
} from './exotel-records.mjs';
import { exotelStream } from './exotel-stream.mjs';
import { send } from './protocol.mjs';
import { addressOf } from './recordings.mjs';

/** @typedef {import('./protocol.mjs').FakeAsk} FakeAsk */
/** @typedef {import('./exotel-records.mjs').ExotelScript} ExotelScript */
/** @typedef {import('./exotel-records.mjs').ExotelCall} ExotelCall */

const API_KEY = 'exotel-key';
export const API_TOKEN = 'exotel-token-of-the-tests';

const CALLS = `/v1/Accounts/${ACCOUNT_SID}/Calls`;

/**
 * Exotel's API, callbacks and AgentStream, in real time, as https://developer.exotel.com describes them. It signs nothing, and no
 * request ends a call.
 *
 * @extends {FakeCarrier<ExotelCall, ExotelScript>}
 */
export class FakeExotel extends FakeCarrier {
  /** Options of a trunk, beside its address. */
  static trunk = { accountSid: ACCOUNT_SID, apiKey: API_KEY, apiToken: API_TOKEN, callerId: '+911140000001' };
  static canEndCalls = false;

  /** @override @readonly @type {'exotel'} */
  kind = 'exotel';
  /** @type {CallbackNetwork<object>} */
  network = new CallbackNetwork(
    () => ({ 'content-type': 'application/json' }),
    (fields) => JSON.stringify(fields),
  );

  constructor() {
    super('exotel', `${API_KEY}:${API_TOKEN}`, `${CALLS}/connect.json`, PHONES);
  }

  static open() {
    return new this().listen();
  }

  /** @override */
  newId() {
    return newSid();
  }

  /**
   * @override
   * @returns {ExotelCall}
   */
  inboundCall(/** @type {{id: string, to: string, from: string, script: ExotelScript}} */ given) {
    const form = new URLSearchParams();
    return { ...this.callOf(given), status: 'in-progress', isInbound: true, form, second: null };
  }

  /** @override The Voicebot applet requests the address of the stream. */
  askInbound(/** @type {string} */ url, /** @type {ExotelCall} */ { id, to, from, createdAt }) {
    const query = new URLSearchParams({
      CallSid: id,
      CallFrom: national(from),
      CallTo: national(to),
      Direction: 'incoming',
      Created: indian(createdAt),
      CallType: 'call-attempt',
      flow_id: '1',
      tenant_id: '2',
    });
    return send(`${url}?${query.toString()}`, {});
  }

  /** @override */
  streamIn(/** @type {string} */ body) {
    // A process that is killed sends half a response.
    return body === '' ? null : (JSON.parse(body).url ?? null);
  }

  /** @override */
  connect(/** @type {string} */ url, /** @type {ExotelCall} */ { id, script }) {
    return exotelStream(url, id, script);
  }

  /** @override */
  refusal(/** @type {number} */ status) {
    return { RestException: { Status: status, Message: 'refused' } };
  }

  /** @override */
  async order(/** @type {FakeAsk} */ ask) {
    const form = new URLSearchParams(ask.body);
    const to = form.get('From') ?? '';
    const script = this.next(to, Number(form.get('TimeOut')) * 1_000);
    if (script.refused !== undefined) {
      ask.answer(script.refused, this.refusal(script.refused));
      return;
    }
    const from = form.get('CallerId') ?? '';
    const own = { status: 'in-progress', form, second: null };
    const call = { ...this.callOf({ id: newSid(), to, from, script }), ...own };
    this.calls.push(call);
    await this.begin(call, ask, 200, { Call: { ...shown(call), Status: 'in-progress' } });
  }

  /** @override */
  serve(/** @type {FakeAsk} */ { path, query, answer }) {
    const [, sid] = /\/Calls\/([0-9a-f]{32})\.json$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === sid);
    if (path === `${CALLS}.json`) answer(200, { Calls: this.#list(query) });
    else if (call) answer(200, { Call: shown(call) });
    else if (sid !== undefined && this.gone.has(sid))
      answer(200, { Call: { Sid: sid, Status: 'completed' } });
    else answer(404, this.refusal(404));
  }

  /** @override */
  recordedCall(/** @type {string} */ path, /** @type {URLSearchParams} */ query) {
    return query.has('RecordingUrlValidity') ? (/\/Calls\/(\w+)\.json$/.exec(path)?.[1] ?? null) : null;
  }

  /** @override */
  recordingList(/** @type {string} */ call, /** @type {string | null} */ file, /** @type {string} */ origin) {
    const RecordingUrl = file === null ? null : addressOf(origin, file);
    return { Call: { Sid: call, Status: 'completed', RecordingUrl } };
  }

  /** @override */
  async run(/** @type {ExotelCall} */ call) {
    const { becomes = 'answered', ringMs = 50, gone, connectMs } = call.script;
    if (becomes === 'queued') {
      call.status = 'queued';
      return;
    }
    // Exotel reports nothing while the phone rings.
    await sleep(ringMs);
    if (becomes === 'rings') return;
    if (becomes !== 'answered') {
      this.#over(call, becomes);
      return;
    }
    call.answeredAt = Date.now();
    this.#tell(call, { EventType: 'answered', Status: 'in-progress' });
    if (call.form.has('To')) {
      await this.#join(call);
      return;
    }
    const url = call.form.get('StreamUrl');
    if (url === null || gone) await sleep(1_000);
    else {
      if (connectMs !== undefined) await sleep(connectMs);
      call.stream = this.connect(url, call);
      await this.talked(call, call.stream);
    }
    this.finish(call);
  }

  /** @override */
  finish(/** @type {ExotelCall} */ call) {
    this.#over(call, 'completed');
  }

  #list(/** @type {URLSearchParams} */ query) {
    const since = (query.get('DateCreated') ?? '').replace('gte:', '');
    return this.calls
      .filter(({ to }) => to === query.get('From'))
      .filter(({ from }) => from === query.get('PhoneNumber'))
      .filter(({ createdAt }) => indian(createdAt) >= since)
      .map(shown)
      .reverse();
  }

  /** Rings the second phone, and joins both. No request ends it. */
  async #join(/** @type {ExotelCall} */ call) {
    const { form, script, line } = call;
    const { hangUpAfterMs = null } = script;
    if (hangUpAfterMs !== null) setTimeout(line.leave, hangUpAfterMs).unref();
    const to = form.get('To') ?? '';
    /** @type {import('./exotel-records.mjs').SecondPhone} */
    const second = { to, status: 'queued', end: null, since: null, until: null };
    call.second = second;
    const ringMs = Number(form.get('TimeOut')) * 1_000;
    const talkMs = Number(form.get('TimeLimit')) * 1_000;
    const end = await joinPhone(
      this.scriptOf(to),
      line,
      { ringMs, talkMs },
      {
        rings: () => Object.assign(second, { status: 'ringing' }),
        answered: () => Object.assign(second, { status: 'in-progress', since: Date.now() }),
      },
    );
    Object.assign(second, { status: SECOND_STATUS[end], end, until: Date.now() });
    if (end === 'talked') this.onTalked(call);
    this.#over(call, SECOND_STATUS[end]);
  }

  #over(/** @type {ExotelCall} */ call, /** @type {string} */ status) {
    if (call.endedAt !== null) return;
    const { toldNull, toldCompleted, unnamed } = call.script;
    Object.assign(call, { status: toldCompleted ? 'completed' : status, endedAt: Date.now() });
    this.#tell(call, {
      EventType: 'terminal',
      Status: toldNull ? null : call.status,
      EndTime: indian(Date.now()),
      ConversationDuration: conversationSeconds(call),
      RecordingUrl: 'http://recordings.invalid/1.mp3',
      ...(!unnamed && { Legs: legsOf(call) }),
    });
  }

  #tell(/** @type {ExotelCall} */ call, /** @type {{EventType: string} & Record<string, unknown>} */ more) {
    const url = call.form.get('StatusCallback');
    const events = ['terminal', 'answered'].map((_, at) => call.form.get(`StatusCallbackEvents[${at}]`));
    if (url === null || !events.includes(more.EventType)) return;
    const fields = {
      CallSid: call.id,
      DateCreated: indian(call.createdAt),
      DateUpdated: indian(Date.now()),
      To: national(call.from),
      From: national(call.to),
      PhoneNumberSid: national(call.from),
      Direction: 'outbound-api',
      RecordingUrl: '',
      ...more,
    };
    this.network.send(url, fields, call.script.weather ?? {}, call.callbacks++);
  }
}
