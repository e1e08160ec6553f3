import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { CallbackNetwork } from './callback-network';
import { type FakeAsk, FakeCarrier, type FakeScript } from './fake-carrier';
import { type JoinedScript, Line } from './second-phone';
import type { StreamCaller, StreamScript } from './stream-caller';
import { dialSecond } from './twilio-dial';
import { streamOf, twilioStream } from './twilio-stream';

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
export const AUTH_TOKEN = 'twilio-auth-token-of-the-tests';

/** What becomes of a call to a number. */
export interface TwilioScript extends FakeScript, JoinedScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'failed' | 'rings' | 'queued';
  readonly sipCode?: number;
  /** The request is refused with a status and Twilio's code. */
  readonly refused?: readonly [status: number, code: number];
}

export interface TwilioCall {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly createdAt: Date;
  /** Where its callbacks go; null: nowhere. */
  readonly callbackUrl: string | null;
  readonly form: URLSearchParams;
  readonly script: TwilioScript;
  status: string;
  /** The call that it was joined to. */
  readonly parent: string | null;
  answeredAt: number | null;
  endedAt: number | null;
  readonly line: Line;
  stream: StreamCaller | null;
  /** What is to be done with it in place of its stream; null: nothing else. */
  redirected: string | null;
  callbacks: number;
}

/**
 * Twilio's API, callbacks and media streams, in real time, as https://www.twilio.com/docs/voice describes them. Its
 * signatures are those of Twilio's own library.
 */
export class FakeTwilio extends FakeCarrier<TwilioCall, TwilioScript> {
  override readonly kind = 'twilio';
  readonly network = new CallbackNetwork((url, fields) => ({ 'x-twilio-signature': this.sign(url, fields) }));

  static open(): Promise<FakeTwilio> {
    return new FakeTwilio(`${ACCOUNT_SID}:${AUTH_TOKEN}`).listen();
  }

  sign(url: string, fields: Readonly<Record<string, string>>): string {
    return getExpectedTwilioSignature(AUTH_TOKEN, url, fields);
  }

  /** Calls of `gone` of which the first look-up does not tell it yet. */
  readonly late = new Set<string>();

  /** A call that comes in. Resolves with what was answered, and with the phone once its audio is connected. */
  async callIn(
    voiceUrl: string,
    { to, from, sid = newSid(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; twiml: string; stream: StreamCaller | null }> {
    const fields = {
      CallSid: sid,
      AccountSid: ACCOUNT_SID,
      From: from,
      To: to,
      CallStatus: 'ringing',
      ApiVersion: '2010-04-01',
      Direction: 'inbound',
      CallerName: '',
    };
    const answer = await fetch(voiceUrl, {
      method: 'POST',
      headers: { 'x-twilio-signature': this.sign(voiceUrl, fields) },
      body: new URLSearchParams(fields),
    });
    const twiml = await answer.text();
    const url = streamOf(twiml);
    return { status: answer.status, twiml, stream: url === null ? null : this.#connect(url, sid, script) };
  }

  #connect(url: string, callSid: string, script: StreamScript): StreamCaller {
    const ids = { accountSid: ACCOUNT_SID, callSid };
    return twilioStream(url, ids, { 'x-twilio-signature': this.sign(url, {}) }, script);
  }

  protected override async serve(ask: FakeAsk): Promise<void> {
    const { method, path, query, answer } = ask;
    const form = new URLSearchParams(ask.body);
    const account = `/2010-04-01/Accounts/${ACCOUNT_SID}`;
    const [, id] = /\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === id);
    if (path === `${account}.json`) answer(200, { sid: ACCOUNT_SID, status: 'active' });
    else if (id !== undefined && this.gone.has(id)) {
      answer(200, { sid: id, status: this.late.delete(id) ? 'in-progress' : 'no-answer' });
    } else if (path === `${account}/Calls.json` && method === 'POST') await this.#make(form, ask);
    else if (path === `${account}/Calls.json`) answer(200, { calls: this.#list(query) });
    else if (!call) answer(404, this.refusal(404));
    else {
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

  protected override refusal(status: number): object {
    return { code: 20_003, message: 'refused', status };
  }

  #list(query: URLSearchParams): object[] {
    const parent = query.get('ParentCallSid');
    const mine = this.calls.filter((call) =>
      parent === null
        ? call.to === query.get('To') && call.from === query.get('From')
        : call.parent === parent,
    );
    return mine.map(shown).reverse();
  }

  async #make(form: URLSearchParams, ask: FakeAsk): Promise<void> {
    const to = form.get('To') ?? '';
    const script = this.next(to);
    if (script.refused) {
      const [status, code] = script.refused;
      ask.answer(status, { code, message: 'refused', status });
      return;
    }
    const call = this.add(to, form.get('From') ?? '', script, form, form.get('StatusCallback'));
    await this.begin(call, this.#run(call), ask, 201, { ...shown(call), status: 'queued' });
  }

  /** A call that begins, at the API or by another one. */
  add(
    to: string,
    from: string,
    script: TwilioScript,
    form: URLSearchParams,
    callbackUrl: string | null,
    parent: string | null = null,
  ): TwilioCall {
    const call: TwilioCall = {
      id: newSid(),
      to,
      from,
      createdAt: new Date(),
      form,
      script,
      callbackUrl,
      parent,
      status: 'queued',
      stream: null,
      redirected: null,
      callbacks: 0,
      answeredAt: null,
      endedAt: null,
      line: new Line(),
    };
    this.calls.push(call);
    return call;
  }

  /** What becomes of a phone that is joined to another one. */
  scriptOf(number: string): TwilioScript {
    return this.next(number);
  }

  async #run(call: TwilioCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, sipCode, gone } = call.script;
    if (becomes === 'queued') return;
    await sleep(10, undefined, { ref: false });
    this.tell(call, 'initiated');
    if (becomes !== 'failed') {
      await sleep(10, undefined, { ref: false });
      this.tell(call, 'ringing');
    }
    await sleep(ringMs, undefined, { ref: false });
    if (becomes === 'rings' || isOver(call)) return;
    if (becomes !== 'answered') {
      this.tell(call, becomes, sipCode === undefined ? {} : { SipResponseCode: String(sipCode) });
      return;
    }
    this.tell(call, 'in-progress');
    const { answeredAt } = call;
    await this.perform(call, gone ? '' : (call.form.get('Twiml') ?? ''));
    const seconds = Math.ceil((Date.now() - (answeredAt ?? 0)) / 1_000);
    this.tell(call, 'completed', { CallDuration: gone ? '0' : String(seconds) });
  }

  /** Does with an answered call what a document says, and then what the next one says, until there is none. */
  async perform(call: TwilioCall, first: string): Promise<void> {
    for (let twiml: string | null = first; twiml !== null && !isOver(call);) {
      const url = streamOf(twiml);
      if (twiml.includes('<Dial ')) twiml = await dialSecond(this, call, twiml);
      else if (url === null) return;
      else {
        call.stream = this.#connect(url, call.id, call.script);
        await call.stream.over;
        twiml = call.redirected;
        call.redirected = null;
      }
    }
  }

  #redirect(call: TwilioCall, twiml: string): void {
    call.redirected = twiml;
    call.stream?.hangUp();
  }

  #update(call: TwilioCall, status: string): void {
    if (isOver(call)) return;
    const rings = ['queued', 'initiated', 'ringing'].includes(call.status);
    if (status === 'canceled' && !rings) return;
    call.line.leave();
    this.tell(call, status === 'canceled' ? 'canceled' : rings ? 'no-answer' : 'completed');
    call.stream?.hangUp();
  }

  /** Says how far a call is, unless it is over. */
  tell(call: TwilioCall, status: string, more: Record<string, string> = {}): void {
    if (isOver(call)) return;
    call.status = status;
    if (status === 'in-progress') call.answeredAt = Date.now();
    if (isOver(call)) call.endedAt = Date.now();
    const url = call.callbackUrl;
    if (url === null) return;
    const fields = {
      CallSid: call.id,
      AccountSid: ACCOUNT_SID,
      From: call.from,
      To: call.to,
      CallStatus: status,
      ApiVersion: '2010-04-01',
      Direction: 'outbound-api',
      CallbackSource: 'call-progress-events',
      ...(call.parent !== null && { ParentCallSid: call.parent, Direction: 'outbound-dial' }),
      SequenceNumber: String(call.callbacks),
      Timestamp: new Date().toUTCString(),
      ...more,
    };
    this.network.send(url, fields, call.script.weather ?? {}, call.callbacks++);
  }
}

function newSid(): string {
  return `CA${randomBytes(16).toString('hex')}`;
}

function isOver({ status }: TwilioCall): boolean {
  return ['completed', 'busy', 'no-answer', 'failed', 'canceled'].includes(status);
}

function shown(call: TwilioCall): object {
  const { id: sid, to, from, status, createdAt, parent, answeredAt, endedAt } = call;
  const duration = endedAt === null ? null : String(Math.ceil((endedAt - (answeredAt ?? endedAt)) / 1_000));
  return {
    sid,
    to,
    from,
    status,
    date_created: createdAt.toUTCString(),
    parent_call_sid: parent,
    duration,
    end_time: endedAt === null ? null : new Date(endedAt).toUTCString(),
    direction: parent === null ? 'outbound-api' : 'outbound-dial',
  };
}
