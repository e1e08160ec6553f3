import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { CallbackNetwork, type CallbackWeather } from './callback-network';
import { StreamCaller, type StreamScript } from './stream-caller';

export const ACCOUNT_SID = `AC${'0'.repeat(32)}`;
export const AUTH_TOKEN = 'twilio-auth-token-of-the-tests';

/** What becomes of a call to a number; each part has a default: it rings at once and is answered. */
export interface FakeCallScript extends StreamScript {
  readonly becomes?: 'answered' | 'busy' | 'no-answer' | 'failed' | 'rings' | 'queued';
  readonly sipCode?: number;
  readonly ringMs?: number;
  /** The request is refused with a status and Twilio's code. */
  readonly refused?: readonly [status: number, code: number];
  /** The call is made, and the connection breaks before the answer. */
  readonly answerLost?: boolean;
  /** The answer takes so long. */
  readonly answerMs?: number;
  /** It is answered and over before its audio was connected. */
  readonly gone?: boolean;
  readonly weather?: CallbackWeather;
}

export interface FakeCall {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly createdAt: Date;
  readonly form: URLSearchParams;
  readonly script: FakeCallScript;
  status: string;
  stream: StreamCaller | null;
  callbacks: number;
}

/**
 * Twilio's API, callbacks and media streams, in real time, as https://www.twilio.com/docs/voice describes them. Its
 * signatures are those of Twilio's own library.
 */
export class FakeTwilio {
  readonly calls: FakeCall[] = [];
  readonly scripts = new Map<string, FakeCallScript[]>();
  readonly network = new CallbackNetwork((url, fields) => ({ 'x-twilio-signature': this.sign(url, fields) }));
  /** Every request is answered with this status; null: as it should be. */
  broken: number | 'silent' | null = null;
  requests: string[] = [];
  /** Calls that came in and whose callers have gone. */
  readonly gone = new Set<string>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
  }

  static async open(): Promise<FakeTwilio> {
    const fake = new FakeTwilio();
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

  sign(url: string, fields: Readonly<Record<string, string>>): string {
    return getExpectedTwilioSignature(AUTH_TOKEN, url, fields);
  }

  /** What becomes of the calls to a number, one after another; the last holds for all that follow. */
  will(number: string, ...scripts: FakeCallScript[]): void {
    this.scripts.set(number, scripts);
  }

  callsTo(number: string): FakeCall[] {
    return this.calls.filter(({ to }) => to === number);
  }

  /** A call that comes in. Resolves with what was answered, and with the phone once its audio is connected. */
  async callIn(
    voiceUrl: string,
    { to, from, sid = newSid(), ...script }: { to: string; from: string; sid?: string } & StreamScript,
  ): Promise<{ status: number; twiml: string; stream: StreamCaller | null }> {
    const fields = {
      ...{ CallSid: sid, AccountSid: ACCOUNT_SID, From: from, To: to, CallStatus: 'ringing' },
      ...{ ApiVersion: '2010-04-01', Direction: 'inbound', CallerName: '' },
    };
    const answer = await fetch(voiceUrl, {
      method: 'POST',
      headers: { 'x-twilio-signature': this.sign(voiceUrl, fields) },
      body: new URLSearchParams(fields),
    });
    const twiml = await answer.text();
    const url = streamOf(twiml);
    return { status: answer.status, twiml, stream: url === null ? null : this.connect(url, sid, script) };
  }

  connect(url: string, callSid: string, script: StreamScript): StreamCaller {
    const streamSid = `MZ${randomBytes(16).toString('hex')}`;
    const start = {
      ...{ accountSid: ACCOUNT_SID, streamSid, callSid, tracks: ['inbound'], customParameters: {} },
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
    };
    return new StreamCaller(
      url,
      { 'x-twilio-signature': this.sign(url, {}) },
      {
        begin: [
          { event: 'connected', protocol: 'Call', version: '1.0.0' },
          { event: 'start', sequenceNumber: '1', start, streamSid },
        ],
        media: (payload, chunk) => ({
          ...{ event: 'media', sequenceNumber: String(chunk + 1), streamSid },
          media: { track: 'inbound', chunk: String(chunk), timestamp: String(20 * chunk - 15), payload },
        }),
        key: (digit) => ({ event: 'dtmf', streamSid, dtmf: { track: 'inbound_track', digit } }),
        stop: { event: 'stop', streamSid, stop: { accountSid: ACCOUNT_SID, callSid } },
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
    const form = new URLSearchParams(await text(request));
    if (this.broken === 'silent') return;
    if (this.broken !== null) {
      answer(this.broken, { code: 20_003, message: 'broken', status: this.broken });
      return;
    }
    const right = `Basic ${Buffer.from(`${ACCOUNT_SID}:${AUTH_TOKEN}`).toString('base64')}`;
    if (request.headers.authorization !== right) {
      answer(401, { code: 20_003, message: 'Authenticate', status: 401 });
      return;
    }
    const account = `/2010-04-01/Accounts/${ACCOUNT_SID}`;
    const [, sid] = /\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(pathname) ?? [];
    const call = this.calls.find((one) => one.sid === sid);
    if (pathname === `${account}.json`) answer(200, { sid: ACCOUNT_SID, status: 'active' });
    else if (sid !== undefined && this.gone.has(sid)) answer(200, { sid, status: 'no-answer' });
    else if (pathname === `${account}/Calls.json` && method === 'POST')
      await this.#make(form, response, answer);
    else if (pathname === `${account}/Calls.json`) {
      const found = this.calls.filter(
        ({ to, from }) => to === searchParams.get('To') && from === searchParams.get('From'),
      );
      answer(200, { calls: found.map(shown).reverse() });
    } else if (!call) answer(404, { code: 20_404, message: 'not found', status: 404 });
    else {
      if (method === 'POST') this.#update(call, form.get('Status') ?? '');
      answer(200, shown(call));
    }
  }

  async #make(
    form: URLSearchParams,
    response: ServerResponse,
    answer: (status: number, body: object) => void,
  ): Promise<void> {
    const to = form.get('To') ?? '';
    const scripts = this.scripts.get(to) ?? [];
    const script = (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? {};
    if (script.refused) {
      const [status, code] = script.refused;
      answer(status, { code, message: 'refused', status });
      return;
    }
    const call: FakeCall = {
      ...{ sid: newSid(), to, from: form.get('From') ?? '', createdAt: new Date(), form, script },
      ...{ status: 'queued', stream: null, callbacks: 0 },
    };
    this.calls.push(call);
    // Callbacks may be faster than the answer.
    void this.#run(call);
    if (script.answerMs !== undefined) await sleep(script.answerMs, undefined, { ref: false });
    if (script.answerLost) response.destroy();
    else answer(201, { ...shown(call), status: 'queued' });
  }

  async #run(call: FakeCall): Promise<void> {
    const { becomes = 'answered', ringMs = 50, sipCode, gone } = call.script;
    if (becomes === 'queued') return;
    await sleep(10, undefined, { ref: false });
    this.#tell(call, 'initiated');
    if (becomes !== 'failed') {
      await sleep(10, undefined, { ref: false });
      this.#tell(call, 'ringing');
    }
    await sleep(ringMs, undefined, { ref: false });
    if (becomes === 'rings' || isOver(call)) return;
    if (becomes !== 'answered') {
      this.#tell(call, becomes, sipCode === undefined ? {} : { SipResponseCode: String(sipCode) });
      return;
    }
    this.#tell(call, 'in-progress');
    const url = streamOf(call.form.get('Twiml') ?? '');
    if (url === null || gone) {
      this.#tell(call, 'completed', { CallDuration: '0' });
      return;
    }
    call.stream = this.connect(url, call.sid, call.script);
    await call.stream.over;
    if (!isOver(call)) this.#tell(call, 'completed', { CallDuration: '1' });
  }

  #update(call: FakeCall, status: string): void {
    if (isOver(call)) return;
    const rings = ['queued', 'initiated', 'ringing'].includes(call.status);
    if (status === 'canceled' && !rings) return;
    this.#tell(call, status === 'canceled' ? 'canceled' : rings ? 'no-answer' : 'completed');
    call.stream?.hangUp();
  }

  #tell(call: FakeCall, status: string, more: Record<string, string> = {}): void {
    call.status = status;
    const url = call.form.get('StatusCallback');
    if (url === null) return;
    const fields = {
      ...{ CallSid: call.sid, AccountSid: ACCOUNT_SID, From: call.from, To: call.to, CallStatus: status },
      ...{ ApiVersion: '2010-04-01', Direction: 'outbound-api', CallbackSource: 'call-progress-events' },
      ...{ SequenceNumber: String(call.callbacks), Timestamp: new Date().toUTCString(), ...more },
    };
    this.network.send(url, fields, call.script.weather ?? {}, call.callbacks++);
  }
}

function newSid(): string {
  return `CA${randomBytes(16).toString('hex')}`;
}

function isOver({ status }: FakeCall): boolean {
  return ['completed', 'busy', 'no-answer', 'failed', 'canceled'].includes(status);
}

function shown({ sid, to, from, status, createdAt }: FakeCall): object {
  return { sid, to, from, status, date_created: createdAt.toUTCString(), direction: 'outbound-api' };
}

/** The stream that a document connects; null: none. */
function streamOf(twiml: string): string | null {
  return /<Connect><Stream url="([^"]+)"\/><\/Connect>/.exec(twiml)?.[1] ?? null;
}
