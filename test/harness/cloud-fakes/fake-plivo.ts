import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork, type CallbackWeather } from './callback-network';
import { StreamCaller, type StreamScript } from './stream-caller';

export const AUTH_ID = 'MAFAKEAUTHID00000000';
export const AUTH_TOKEN = 'plivo-auth-token-of-the-tests';

/** What becomes of a call to a number; each part has a default: it rings at once and is answered. */
export interface PlivoScript extends StreamScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'timeout' | 'failed' | 'rings' | 'queued';
  /** Plivo's hangup cause; undefined: none is told. */
  readonly code?: number;
  readonly ringMs?: number;
  /** The request is refused with a status. */
  readonly refused?: number;
  /** The call is made, and the connection breaks before the answer. */
  readonly answerLost?: boolean;
  /** The answer takes so long. */
  readonly answerMs?: number;
  /** It is answered and over before its audio was connected. */
  readonly gone?: boolean;
  /** A call that nobody takes is told as completed, of 0 s. */
  readonly toldCompleted?: boolean;
  readonly weather?: CallbackWeather;
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
  stream: StreamCaller | null;
  callbacks: number;
}

/**
 * Plivo's API, callbacks and audio streams, in real time, as https://www.plivo.com/docs/voice describes them. Its signature
 * is written here once more; that of the service is held to Plivo's own library by vectors.
 */
export class FakePlivo {
  readonly kind = 'plivo';
  readonly calls: PlivoCall[] = [];
  readonly scripts = new Map<string, PlivoScript[]>();
  readonly network = new CallbackNetwork((url, fields) => this.signed(url, fields));
  /** Every request is answered with this status; null: as it should be. */
  broken: number | 'silent' | null = null;
  readonly requests: string[] = [];
  /** Calls that came in and are over. */
  readonly gone = new Set<string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  static async open(): Promise<FakePlivo> {
    const fake = new FakePlivo();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const { stream } of this.calls) stream?.hangUp();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The headers of a callback. */
  signed(url: string, fields: Readonly<Record<string, string>>): Record<string, string> {
    const nonce = randomUUID();
    const joined = Object.keys(fields)
      .sort()
      .map((name) => `${name}${fields[name] ?? ''}`)
      .join('');
    const by = (token: string) =>
      createHmac('sha256', token).update(`${url}?${joined}.${nonce}`).digest('base64');
    return {
      // The number belongs to a subaccount, whose token we do not have.
      'x-plivo-signature-v3': by('token of a subaccount'),
      'x-plivo-signature-ma-v3': `${by('an older token')},${by(AUTH_TOKEN)}`,
      'x-plivo-signature-v3-nonce': nonce,
    };
  }

  /** What becomes of the calls to a number, one after another; the last holds for all that follow. */
  will(number: string, ...scripts: PlivoScript[]): void {
    this.scripts.set(number, scripts);
  }

  callsTo(number: string): PlivoCall[] {
    return this.calls.filter(({ to }) => `+${to}` === number);
  }

  /** A call that comes in. Resolves with what was answered, and with the phone once its audio is connected. */
  async callIn(
    answerUrl: string,
    { to, from, sid = randomUUID(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; body: string; stream: StreamCaller | null }> {
    const fields = {
      ...{ CallUUID: sid, From: from.replace('+', ''), To: to.replace('+', ''), CallerName: '' },
      ...{ Direction: 'inbound', Event: 'StartApp', CallStatus: 'ringing', SIP_Header: '' },
    };
    const { status, body } = await this.#post(answerUrl, fields);
    const url = streamOf(body);
    if (url === null) return { status, body, stream: null };
    const stream = this.connect(url, sid, script);
    // An application without a hangup URL uses its answer URL.
    void stream.over.then(() => {
      const over = { ...fields, Event: 'Hangup', CallStatus: 'completed', HangupCauseCode: '4000' };
      this.network.send(answerUrl, over, {}, 0);
    });
    return { status, body, stream };
  }

  connect(url: string, callId: string, script: StreamScript): StreamCaller {
    const streamId = randomUUID();
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8_000 };
    return new StreamCaller(
      url,
      {},
      {
        begin: [
          {
            ...{ sequenceNumber: 1, event: 'start', extra_headers: '{}' },
            start: { callId, streamId, accountId: AUTH_ID, tracks: ['inbound'], mediaFormat },
          },
        ],
        media: (payload, chunk) => ({
          ...{ sequenceNumber: chunk + 1, event: 'media', streamId },
          media: { track: 'inbound', timestamp: String(Date.now()), chunk, payload },
        }),
        key: (digit) => ({ event: 'dtmf', streamId, dtmf: { track: 'inbound', digit } }),
        // The socket closes, and that is all.
        stop: null,
        heard: { audio: 'playAudio', clear: 'clearAudio' },
      },
      script,
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const { pathname, searchParams } = new URL(url, this.url);
    const answer = (status: number, body: object | null) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? '' : JSON.stringify({ api_id: randomUUID(), ...body }));
    };
    const body = await text(request);
    if (this.broken === 'silent') return;
    if (this.broken !== null) {
      answer(this.broken, { error: 'broken' });
      return;
    }
    const right = `Basic ${Buffer.from(`${AUTH_ID}:${AUTH_TOKEN}`).toString('base64')}`;
    if (request.headers.authorization !== right) {
      response.writeHead(401).end('Could not verify your access level for that URL.');
      return;
    }
    const account = `/v1/Account/${AUTH_ID}/`;
    const [, what, id = ''] = /\/(Call|Request)\/(?:([^/]+)\/)?$/.exec(pathname) ?? [];
    const call = this.calls.find((one) => one.id === id);
    if (pathname === account) answer(200, { auth_id: AUTH_ID, account_type: 'standard' });
    else if (what === 'Call' && id === '' && method === 'POST') await this.#make(body, response, answer);
    else if (what === 'Call' && id === '') answer(200, this.#list(searchParams));
    else if (this.gone.has(id) && !searchParams.has('status')) {
      answer(200, { call_uuid: id, hangup_cause_code: 4000, answer_time: null });
    } else if (!call) answer(404, { error: 'not found' });
    else if (method === 'DELETE') answer(this.#end(call, what === 'Request') ? 204 : 404, null);
    else {
      const shown = shownAs(call, searchParams.get('status'));
      answer(shown ? 200 : 404, shown ?? { error: 'call not found' });
    }
  }

  #list(query: URLSearchParams): object {
    const mine = this.calls.filter(
      ({ to, from }) => to === query.get('to_number') && from === query.get('from_number'),
    );
    if (query.get('status') === 'live') return { calls: mine.filter(isLive).map(({ id }) => id) };
    return { objects: mine.filter(isOver).map((call) => shownAs(call, null)), meta: { limit: 20 } };
  }

  async #make(
    body: string,
    response: ServerResponse,
    answer: (status: number, body: object) => void,
  ): Promise<void> {
    const { to, from, ...urls } = JSON.parse(body) as PlivoCall['urls'] & { to: string; from: string };
    const scripts = this.scripts.get(`+${to}`) ?? [];
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? {};
    if (script.refused !== undefined) {
      answer(script.refused, { error: 'refused' });
      return;
    }
    const call: PlivoCall = {
      ...{ id: randomUUID(), to, from, createdAt: new Date(), urls, script, status: 'queued' },
      ...{ code: null, answeredAt: null, stream: null, callbacks: 0 },
    };
    this.calls.push(call);
    // Callbacks may be faster than the answer.
    void this.#run(call);
    if (script.answerMs !== undefined) await sleep(script.answerMs);
    if (script.answerLost) response.destroy();
    else answer(201, { message: 'call fired', request_uuid: call.id });
  }

  async #run(call: PlivoCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, code, gone, toldCompleted } = call.script;
    if (becomes === 'queued') return;
    await sleep(20);
    if (becomes !== 'failed') {
      call.status = 'ringing';
      this.#tell(call, 'ring_url', { Event: 'Ring' });
    }
    await sleep(ringMs);
    if (becomes === 'rings' || isOver(call)) return;
    if (becomes !== 'answered') {
      this.#over(call, toldCompleted ? 'completed' : becomes, code ?? null);
      return;
    }
    [call.status, call.answeredAt] = ['in-progress', new Date()];
    const url = gone ? null : await this.#ask(call);
    if (url === null) {
      this.#over(call, 'completed', 4000);
      return;
    }
    call.stream = this.connect(url, call.id, call.script);
    const ended = await call.stream.over;
    if (!isOver(call)) this.#over(call, 'completed', ended === 'here' ? 4000 : 4010);
  }

  /** Asks what is to be done with who answered. @returns the address of the stream; null: nothing is */
  async #ask(call: PlivoCall): Promise<string | null> {
    const fields = { ...this.#fieldsOf(call), Event: 'StartApp' };
    const copies = call.script.weather?.doubled ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: copies }, () => this.#post(call.urls.answer_url, fields)),
    );
    return streamOf(answers[0]?.body ?? '');
  }

  #end(call: PlivoCall, asRequest: boolean): boolean {
    if (isOver(call) || asRequest !== (call.status === 'queued')) return false;
    this.#over(call, call.answeredAt ? 'completed' : 'cancel', call.answeredAt ? 4000 : 1000);
    call.stream?.hangUp();
    return true;
  }

  #over(call: PlivoCall, status: string, code: number | null): void {
    [call.status, call.code] = [status, code];
    const talked = call.answeredAt ? Math.ceil((Date.now() - call.answeredAt.getTime()) / 1_000) : 0;
    this.#tell(call, 'hangup_url', {
      ...{ Event: 'Hangup', Duration: String(talked), BillDuration: String(60 * Math.ceil(talked / 60)) },
      ...{ AnswerTime: call.answeredAt?.toISOString() ?? '', EndTime: new Date().toISOString() },
      ...(code !== null && { HangupCauseCode: String(code), HangupSource: 'Callee' }),
    });
  }

  #tell(call: PlivoCall, where: 'ring_url' | 'hangup_url', more: Record<string, string>): void {
    const fields = { ...this.#fieldsOf(call), ...more };
    this.network.send(call.urls[where], fields, call.script.weather ?? {}, call.callbacks++);
  }

  #fieldsOf({ id, to, from, status }: PlivoCall): Record<string, string> {
    return {
      ...{ CallUUID: id, RequestUUID: id, ALegUUID: id, ALegRequestUUID: id, From: from, To: to },
      ...{ CallStatus: status, Direction: 'outbound', STIRVerification: 'Not Applicable' },
    };
  }

  async #post(url: string, fields: Record<string, string>): Promise<{ status: number; body: string }> {
    const sent = { method: 'POST', headers: this.signed(url, fields), body: new URLSearchParams(fields) };
    const answer = await fetch(url, sent).catch(() => null);
    return { status: answer?.status ?? 0, body: (await answer?.text()) ?? '' };
  }
}

const CODES: ReadonlyMap<string, number> = new Map([
  ['busy', 3010],
  ['no-answer', 3000],
  ['timeout', 6010],
  ['failed', 5020],
]);

function isOver({ status }: PlivoCall): boolean {
  return !['queued', 'ringing', 'in-progress'].includes(status);
}

function isLive({ status }: PlivoCall): boolean {
  return ['ringing', 'in-progress'].includes(status);
}

/** What the API shows of a call: live, queued, or as a record; null: it is not there. */
function shownAs(call: PlivoCall, status: string | null): object | null {
  const { id, to, from } = call;
  if (status === 'live' || status === 'queued') {
    const isThere = status === 'live' ? isLive(call) : call.status === 'queued';
    return isThere ? { call_uuid: id, request_uuid: id, call_status: call.status, to, from } : null;
  }
  if (!isOver(call)) return null;
  return {
    ...{ call_uuid: id, to_number: to, from_number: from, call_direction: 'outbound' },
    answer_time: call.answeredAt?.toISOString() ?? null,
    // A record always has one.
    hangup_cause_code: call.code ?? CODES.get(call.status) ?? 0,
    ...{ initiation_time: call.createdAt.toISOString(), hangup_source: 'Callee' },
  };
}

/** The stream that a document connects; null: none. */
function streamOf(xml: string): string | null {
  const found =
    /^<\?xml version="1\.0" encoding="UTF-8"\?><Response><Stream bidirectional="true" keepCallAlive="true" contentType="audio\/x-mulaw;rate=8000">([^<]+)<\/Stream><\/Response>$/.exec(
      xml,
    );
  return found?.[1] ?? null;
}
