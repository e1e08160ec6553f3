import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork } from './callback-network';
import { type FakeAsk, FakeCarrier, type FakeScript } from './fake-carrier';
import { dialSecond } from './plivo-dial';
import { isLive, isOver, shownAs } from './plivo-records';
import { plivoSignature } from './plivo-signature';
import { plivoStream, streamOf } from './plivo-stream';
import { type JoinedScript, Line } from './second-phone';
import type { StreamCaller, StreamScript } from './stream-caller';

export const AUTH_ID = 'MAFAKEAUTHID00000000';
export const AUTH_TOKEN = 'plivo-auth-token-of-the-tests';

/** What becomes of a call to a number. */
export interface PlivoScript extends FakeScript, JoinedScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'timeout' | 'failed' | 'rings' | 'queued';
  /** Plivo's hangup cause; undefined: none is told. */
  readonly code?: number;
  /** The request is refused with a status. */
  readonly refused?: number;
  /** A call that nobody takes is told as completed, of 0 s. */
  readonly toldCompleted?: boolean;
}

export interface PlivoCall {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly createdAt: Date;
  readonly urls: Readonly<Record<'answer_url' | 'ring_url' | 'hangup_url', string>>;
  readonly script: PlivoScript;
  status: string;
  code: number | null;
  answeredAt: Date | null;
  /** The call that it was joined to. */
  readonly parent: string | null;
  endedAt: Date | null;
  readonly line: Line;
  stream: StreamCaller | null;
  /** Where it is asked what to do in place of its stream; null: nothing else. */
  redirected: string | null;
  callbacks: number;
}

/**
 * Plivo's API, callbacks and audio streams, in real time, as https://www.plivo.com/docs/voice describes them. Its signature
 * is written here once more; that of the service is held to Plivo's own library by vectors.
 */
export class FakePlivo extends FakeCarrier<PlivoCall, PlivoScript> {
  override readonly kind = 'plivo';
  readonly network = new CallbackNetwork((url, fields) => this.signed(url, fields));

  static open(): Promise<FakePlivo> {
    return new FakePlivo(`${AUTH_ID}:${AUTH_TOKEN}`).listen();
  }

  /** The headers of a callback. */
  signed(url: string, fields: Readonly<Record<string, string>>): Record<string, string> {
    return plivoSignature(url, fields, AUTH_TOKEN);
  }

  /** A call that comes in. Resolves with what was answered, and with the phone once its audio is connected. */
  async callIn(
    answerUrl: string,
    { to, from, sid = randomUUID(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; body: string; stream: StreamCaller | null }> {
    const fields = {
      CallUUID: sid,
      From: from.replace('+', ''),
      To: to.replace('+', ''),
      CallerName: '',
      Direction: 'inbound',
      Event: 'StartApp',
      CallStatus: 'ringing',
      SIP_Header: '',
    };
    const { status, body } = await this.#post(answerUrl, fields);
    const url = streamOf(body);
    if (url === null) return { status, body, stream: null };
    const stream = plivoStream(url, sid, AUTH_ID, script);
    // An application without a hangup URL uses its answer URL.
    void stream.over.then(() => {
      const over = { ...fields, Event: 'Hangup', CallStatus: 'completed', HangupCauseCode: '4000' };
      this.network.send(answerUrl, over, {}, 0);
    });
    return { status, body, stream };
  }

  protected override async serve(ask: FakeAsk): Promise<void> {
    const { method, path, query, answer } = ask;
    const account = `/v1/Account/${AUTH_ID}/`;
    const [, what, id = ''] = /\/(Call|Request)\/(?:([^/]+)\/)?$/.exec(path) ?? [];
    const call = this.calls.find((one) => one.id === id);
    if (path === account) answer(200, { auth_id: AUTH_ID, account_type: 'standard' });
    else if (what === 'Call' && id === '' && method === 'POST') await this.#make(ask);
    else if (what === 'Call' && id === '') answer(200, this.#list(query));
    else if (this.gone.has(id) && !query.has('status')) {
      answer(200, { call_uuid: id, hangup_cause_code: 4000, answer_time: null });
    } else if (!call) answer(404, this.refusal(404));
    else if (method === 'POST') {
      // https://www.plivo.com/docs/voice/api/call/transfer-a-call
      const { legs, aleg_url: url } = JSON.parse(ask.body) as { legs: string; aleg_url: string };
      const isGoing = legs === 'aleg' && call.status === 'in-progress';
      if (isGoing) call.redirected = url;
      answer(
        isGoing ? 202 : 404,
        isGoing ? { message: 'call transferred', call_uuids: [id] } : this.refusal(404),
      );
      if (isGoing) call.stream?.hangUp();
    } else if (method === 'DELETE') answer(this.#end(call, what === 'Request') ? 204 : 404, null);
    else {
      const shown = shownAs(call, query.get('status'));
      answer(shown ? 200 : 404, shown ?? this.refusal(404));
    }
  }

  protected override refusal(status: number): object {
    return { api_id: randomUUID(), error: `refused with ${status}` };
  }

  #list(query: URLSearchParams): object {
    const mine = this.calls.filter(
      ({ to, from }) => to === query.get('to_number') && from === query.get('from_number'),
    );
    const parent = query.get('parent_call_uuid');
    if (parent !== null) {
      const children = this.calls.filter((call) => call.parent === parent && isOver(call));
      return { objects: children.map((call) => shownAs(call, null)) };
    }
    if (query.get('status') === 'live') return { calls: mine.filter(isLive).map(({ id }) => id) };
    return { objects: mine.filter(isOver).map((call) => shownAs(call, null)), meta: { limit: 20 } };
  }

  async #make(ask: FakeAsk): Promise<void> {
    const { to, from, ...urls } = JSON.parse(ask.body) as PlivoCall['urls'] & { to: string; from: string };
    const script = this.next(`+${to}`);
    if (script.refused !== undefined) {
      ask.answer(script.refused, this.refusal(script.refused));
      return;
    }
    const call = this.add(to, from, script, urls);
    const made = { api_id: randomUUID(), message: 'call fired', request_uuid: call.id };
    await this.begin(call, this.#run(call), ask, 201, made);
  }

  async #run(call: PlivoCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, code, gone, toldCompleted } = call.script;
    if (becomes === 'queued') return;
    await sleep(20);
    if (isOver(call)) return;
    if (becomes !== 'failed') {
      call.status = 'ringing';
      this.#tell(call, 'ring_url', { Event: 'Ring' });
    }
    await sleep(ringMs);
    if (becomes === 'rings' || isOver(call)) return;
    if (becomes !== 'answered') {
      this.over(call, toldCompleted ? 'completed' : becomes, code ?? null);
      return;
    }
    [call.status, call.answeredAt] = ['in-progress', new Date()];
    const ended = gone ? 'here' : await this.#perform(call);
    if (!isOver(call)) this.over(call, 'completed', ended === 'here' ? 4000 : 4010);
  }

  /** Does with an answered call what documents say, until there is none. Resolves with who ended its stream. */
  async #perform(call: PlivoCall): Promise<'here' | 'there'> {
    let ended: 'here' | 'there' = 'here';
    let xml = await this.#ask(call, call.urls.answer_url);
    while (!isOver(call)) {
      const url = streamOf(xml);
      if (xml.includes('<Dial ')) xml = await dialSecond(this, call, xml);
      else if (url === null) break;
      else {
        call.stream = plivoStream(url, call.id, AUTH_ID, call.script);
        ended = await call.stream.over;
        const { redirected } = call;
        call.redirected = null;
        if (redirected === null) break;
        xml = await this.#ask(call, redirected);
      }
    }
    return ended;
  }

  /** A call that begins, at the API or by another one. */
  add(
    to: string,
    from: string,
    script: PlivoScript,
    urls: PlivoCall['urls'],
    parent: string | null = null,
  ): PlivoCall {
    const call: PlivoCall = {
      id: randomUUID(),
      to,
      from,
      createdAt: new Date(),
      urls,
      script,
      status: 'queued',
      parent,
      code: null,
      answeredAt: null,
      endedAt: null,
      stream: null,
      redirected: null,
      callbacks: 0,
      line: new Line(),
    };
    this.calls.push(call);
    return call;
  }

  /** What becomes of a phone that is joined to another one. */
  scriptOf(number: string): PlivoScript {
    return this.next(number);
  }

  /** Asks what is to be done with who answered. */
  async #ask(call: PlivoCall, url: string): Promise<string> {
    const fields = { ...this.#fieldsOf(call), Event: 'StartApp' };
    const copies = call.script.weather?.doubled ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => this.#post(url, fields)));
    return answers[0]?.body ?? '';
  }

  #end(call: PlivoCall, asRequest: boolean): boolean {
    if (isOver(call) || asRequest !== (call.status === 'queued')) return false;
    call.line.leave();
    this.over(call, call.answeredAt ? 'completed' : 'cancel', call.answeredAt ? 4000 : 1000);
    call.stream?.hangUp();
    return true;
  }

  /** A call has ended. */
  over(call: PlivoCall, status: string, code: number | null): void {
    [call.status, call.code, call.endedAt] = [status, code, new Date()];
    const talked = call.answeredAt ? Math.ceil((Date.now() - call.answeredAt.getTime()) / 1_000) : 0;
    this.#tell(call, 'hangup_url', {
      Event: 'Hangup',
      Duration: String(talked),
      BillDuration: String(60 * Math.ceil(talked / 60)),
      AnswerTime: call.answeredAt?.toISOString() ?? '',
      EndTime: new Date().toISOString(),
      ...(code !== null && { HangupCauseCode: String(code), HangupSource: 'Callee' }),
    });
  }

  #tell(call: PlivoCall, where: 'ring_url' | 'hangup_url', more: Record<string, string>): void {
    const fields = { ...this.#fieldsOf(call), ...more };
    this.network.send(call.urls[where], fields, call.script.weather ?? {}, call.callbacks++);
  }

  #fieldsOf({ id, to, from, status }: PlivoCall): Record<string, string> {
    return {
      CallUUID: id,
      RequestUUID: id,
      ALegUUID: id,
      ALegRequestUUID: id,
      From: from,
      To: to,
      CallStatus: status,
      Direction: 'outbound',
      STIRVerification: 'Not Applicable',
    };
  }

  async #post(given: string, fields: Record<string, string>): Promise<{ status: number; body: string }> {
    const url = given.split('#', 1)[0] ?? '';
    const sent = { method: 'POST', headers: this.signed(url, fields), body: new URLSearchParams(fields) };
    const answer = await fetch(url, sent).catch(() => null);
    return { status: answer?.status ?? 0, body: (await answer?.text()) ?? '' };
  }
}
