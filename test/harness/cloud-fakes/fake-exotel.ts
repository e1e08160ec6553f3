import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { CallbackNetwork, type CallbackWeather } from './callback-network';
import { StreamCaller, type StreamScript } from './stream-caller';

export const ACCOUNT_SID = 'acme1';
export const API_KEY = 'exotel-key';
export const API_TOKEN = 'exotel-token-of-the-tests';

/** Exotel tells times in India's. */
const INDIA_MS = 19_800_000;

/** What becomes of a call to a number; each part has a default: it rings at once and is answered. */
export interface ExotelScript extends StreamScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'canceled' | 'failed' | 'rings' | 'queued';
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
  /** The status of a call that is over is told as null. */
  readonly toldNull?: boolean;
  /** How the stream carries audio; as most pages say, 16 bit. */
  readonly encoding?: 'linear16' | 'mulaw';
  readonly weather?: CallbackWeather;
}

export interface ExotelCall {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly createdAt: Date;
  readonly form: URLSearchParams;
  readonly script: ExotelScript;
  status: string;
  answeredAt: number | null;
  endedAt: number | null;
  stream: StreamCaller | null;
  callbacks: number;
}

/** Exotel's API, callbacks and AgentStream, in real time, as https://developer.exotel.com describes them. It signs nothing. */
export class FakeExotel {
  readonly kind = 'exotel';
  readonly calls: ExotelCall[] = [];
  readonly scripts = new Map<string, ExotelScript[]>();
  readonly network = new CallbackNetwork<object>(
    () => ({ 'content-type': 'application/json' }),
    (fields) => JSON.stringify(fields),
  );
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

  static async open(): Promise<FakeExotel> {
    const fake = new FakeExotel();
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

  /** What becomes of the calls to a number, one after another; the last holds for all that follow. */
  will(number: string, ...scripts: ExotelScript[]): void {
    this.scripts.set(number, scripts);
  }

  callsTo(number: string): ExotelCall[] {
    return this.calls.filter(({ to }) => to === number);
  }

  /** A call that comes in: the Voicebot applet asks for the address of the stream, and connects it. */
  async callIn(
    appletUrl: string,
    { to, from, sid = newSid(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; body: string; stream: StreamCaller | null }> {
    const query = new URLSearchParams({
      ...{ CallSid: sid, CallFrom: national(from), CallTo: national(to), Direction: 'incoming' },
      ...{ Created: indian(new Date()), CallType: 'call-attempt', flow_id: '1', tenant_id: '2' },
    });
    const answer = await fetch(`${appletUrl}?${query.toString()}`);
    const body = await answer.text();
    const { url } = (answer.ok ? JSON.parse(body) : {}) as { url?: string };
    const { status } = answer;
    return { status, body, stream: url === undefined ? null : this.connect(url, sid, script) };
  }

  connect(url: string, callSid: string, { encoding = 'linear16', ...script }: ExotelScript): StreamCaller {
    const streamSid = `MZ${randomBytes(12).toString('hex')}`;
    const format = encoding === 'mulaw' ? 'audio/x-mulaw' : 'audio/x-raw';
    return new StreamCaller(
      url,
      {},
      {
        begin: [
          { event: 'connected' },
          {
            ...{ event: 'start', sequence_number: '1', stream_sid: streamSid },
            start: {
              ...{ stream_sid: streamSid, call_sid: callSid, account_sid: ACCOUNT_SID },
              media_format: { encoding: format, sample_rate: '8000', bit_rate: '16' },
            },
          },
        ],
        media: (payload, chunk) => ({
          ...{ event: 'media', sequence_number: String(chunk + 1), stream_sid: streamSid },
          media: { chunk: String(chunk), timestamp: String(100 * chunk), payload },
        }),
        key: (digit) => ({ event: 'dtmf', stream_sid: streamSid, dtmf: { duration: '100', digit } }),
        stop: {
          ...{ event: 'stop', stream_sid: streamSid },
          stop: { call_sid: callSid, account_sid: ACCOUNT_SID, reason: 'callended' },
        },
        heard: { audio: 'media', clear: 'clear' },
        encoding,
        pieces: { frames: 5, split: encoding === 'linear16' },
      },
      script,
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const { pathname, searchParams } = new URL(url, this.url);
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const refuse = (status: number, Message: string) => {
      answer(status, { RestException: { Status: status, Message } });
    };
    const form = new URLSearchParams(await text(request));
    if (this.broken === 'silent') return;
    if (this.broken !== null) {
      refuse(this.broken, 'broken');
      return;
    }
    const right = `Basic ${Buffer.from(`${API_KEY}:${API_TOKEN}`).toString('base64')}`;
    if (request.headers.authorization !== right) {
      refuse(401, 'Unauthorized');
      return;
    }
    const calls = `/v1/Accounts/${ACCOUNT_SID}/Calls`;
    const [, sid] = /\/Calls\/([0-9a-f]{32})\.json$/.exec(pathname) ?? [];
    const call = this.calls.find((one) => one.id === sid);
    if (pathname === `${calls}/connect.json` && method === 'POST') await this.#make(form, response, answer);
    else if (pathname === `${calls}.json`) answer(200, { Calls: this.#list(searchParams) });
    else if (call) answer(200, { Call: shown(call) });
    else if (sid !== undefined && this.gone.has(sid))
      answer(200, { Call: { Sid: sid, Status: 'completed' } });
    else refuse(404, 'no such call');
  }

  #list(query: URLSearchParams): object[] {
    const since = (query.get('DateCreated') ?? '').replace('gte:', '');
    return this.calls
      .filter(({ to }) => to === query.get('From'))
      .filter(({ from }) => from === query.get('PhoneNumber'))
      .filter(({ createdAt }) => indian(createdAt) >= since)
      .map(shown)
      .reverse();
  }

  async #make(
    form: URLSearchParams,
    response: ServerResponse,
    answer: (status: number, body: object) => void,
  ): Promise<void> {
    const to = form.get('From') ?? '';
    const scripts = this.scripts.get(to) ?? [];
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? {};
    if (script.refused !== undefined) {
      answer(script.refused, { RestException: { Status: script.refused, Message: 'refused' } });
      return;
    }
    const call: ExotelCall = {
      ...{ id: newSid(), to, from: form.get('CallerId') ?? '', createdAt: new Date(), form, script },
      ...{ status: 'in-progress', answeredAt: null, endedAt: null, stream: null, callbacks: 0 },
    };
    this.calls.push(call);
    // Callbacks may be faster than the answer.
    void this.#run(call);
    if (script.answerMs !== undefined) await sleep(script.answerMs);
    if (script.answerLost) response.destroy();
    else answer(200, { Call: { ...shown(call), Status: 'in-progress' } });
  }

  async #run(call: ExotelCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, gone } = call.script;
    if (becomes === 'queued') {
      call.status = 'queued';
      return;
    }
    // Nothing is told while it rings.
    await sleep(ringMs);
    if (becomes === 'rings') return;
    if (becomes !== 'answered') {
      this.#over(call, becomes);
      return;
    }
    call.answeredAt = Date.now();
    this.#tell(call, { EventType: 'answered', Status: 'in-progress' });
    const url = call.form.get('StreamUrl');
    if (url === null || gone) {
      await sleep(1_000);
      this.#over(call, 'completed');
      return;
    }
    call.stream = this.connect(url, call.id, call.script);
    await call.stream.over;
    this.#over(call, 'completed');
  }

  #over(call: ExotelCall, status: string): void {
    const { toldNull, toldCompleted } = call.script;
    call.status = toldCompleted ? 'completed' : status;
    call.endedAt = Date.now();
    const ended = {
      ...{ EventType: 'terminal', Status: toldNull ? null : call.status, EndTime: indian(new Date()) },
      ...{
        ConversationDuration: 0,
        Legs: [{ OnCallDuration: talkedSeconds(call), Status: legStatus(call) }],
      },
    };
    this.#tell(call, ended);
  }

  #tell(call: ExotelCall, more: object): void {
    const url = call.form.get('StatusCallback');
    const events = ['terminal', 'answered'].map((_, at) => call.form.get(`StatusCallbackEvents[${at}]`));
    if (url === null || !('EventType' in more) || !events.includes(String(more.EventType))) return;
    const fields = {
      ...{ CallSid: call.id, DateCreated: indian(call.createdAt), DateUpdated: indian(new Date()) },
      ...{ To: national(call.from), From: national(call.to), PhoneNumberSid: national(call.from) },
      ...{ Direction: 'outbound-api', RecordingUrl: '', ...more },
    };
    this.network.send(url, fields, call.script.weather ?? {}, call.callbacks++);
  }
}

function newSid(): string {
  return randomBytes(16).toString('hex');
}

function legStatus({ status, script }: ExotelCall): string {
  const { becomes = 'answered' } = script;
  return becomes === 'answered' ? status : becomes;
}

function talkedSeconds({ answeredAt, endedAt }: ExotelCall): number {
  return answeredAt === null ? 0 : Math.ceil(((endedAt ?? Date.now()) - answeredAt) / 1_000);
}

function shown(call: ExotelCall): object {
  const isOver = call.endedAt !== null;
  const legs = [{ Leg: { Id: 1, OnCallDuration: talkedSeconds(call) } }];
  return {
    ...{ Sid: call.id, ParentCallSid: null, DateCreated: indian(call.createdAt), AccountSid: ACCOUNT_SID },
    ...{ To: national(call.from), From: national(call.to), Direction: 'outbound-api', Price: null },
    Status: isOver && call.script.toldNull ? null : call.status,
    ...(isOver && { Details: { Leg1Status: legStatus(call), Leg2Status: null, Legs: legs } }),
  };
}

/** As it is dialed in India; numbers of other countries keep their plus. */
function national(number: string): string {
  return number.replace(/^\+91/, '0');
}

function indian(at: Date): string {
  return new Date(at.getTime() + INDIA_MS).toISOString().slice(0, 19).replace('T', ' ');
}
