import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackWeather } from './callback-network';
import { FakeRecordings } from './fake-recordings';
import type { StreamCaller, StreamScript } from './stream-caller';

/** What may become of a call to a number at every carrier; each part has a default: it rings at once and is answered. */
export interface FakeScript extends StreamScript {
  readonly ringMs?: number;
  /** The call is made, and the connection breaks before the answer. */
  readonly answerLost?: boolean;
  /** The call is made, and the answer is this status. */
  readonly answerStatus?: number;
  /** The answer takes so long. */
  readonly answerMs?: number;
  /** It is answered and over before its audio was connected. */
  readonly gone?: boolean;
  readonly weather?: CallbackWeather;
}

/** A request to the carrier's API, with the right credentials. */
export interface FakeAsk {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly answer: (status: number, body: object | null) => void;
  /** The connection breaks. */
  readonly breakOff: () => void;
}

interface FakeCallParts<Script> {
  readonly id: string;
  readonly to: string;
  readonly script: Script;
  readonly stream: StreamCaller | null;
}

/** A carrier's API on this machine: its server, its credentials, and what becomes of whom it calls. */
export abstract class FakeCarrier<Call extends FakeCallParts<Script>, Script extends FakeScript> {
  abstract readonly kind: 'twilio' | 'plivo' | 'exotel';
  readonly calls: Call[] = [];
  /** Every request is answered with this status, or not at all; null: as it should be. */
  broken: number | 'silent' | null = null;
  readonly requests: string[] = [];
  readonly recordings = new FakeRecordings();
  /** Calls that came in and are over. */
  readonly gone = new Set<string>();
  readonly #scripts = new Map<string, Script[]>();
  readonly #server: Server;

  protected constructor(private readonly login: string) {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  protected abstract serve(ask: FakeAsk): void | Promise<void>;
  /** The body of a refusal. */
  protected abstract refusal(status: number): object;

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const { stream } of this.calls) stream?.hangUp();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** What becomes of the calls to a number (E.164), one after another; the last holds for all that follow. */
  will(number: string, ...scripts: Script[]): void {
    this.#scripts.set(number, scripts);
  }

  callsTo(number: string): Call[] {
    return this.calls.filter(({ to }) => `+${to.replace('+', '')}` === number);
  }

  protected async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** What becomes of the next call to a number. */
  protected next(number: string): Script {
    const scripts = this.#scripts.get(number) ?? [];
    return (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? ({} as Script);
  }

  /** Begins a call, and answers the request for it. Callbacks may be faster than the answer. */
  protected async begin(
    call: Call,
    run: Promise<void>,
    ask: FakeAsk,
    status: number,
    body: object,
  ): Promise<void> {
    void run;
    const { answerMs, answerLost, answerStatus } = call.script;
    if (answerMs !== undefined) await sleep(answerMs, undefined, { ref: false });
    if (answerLost) ask.breakOff();
    else if (answerStatus === undefined) ask.answer(status, body);
    else ask.answer(answerStatus, this.refusal(answerStatus));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const { pathname: path, searchParams: query } = new URL(url, this.url);
    const answer = (status: number, body: object | null) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? '' : JSON.stringify(body));
    };
    const body = await text(request);
    if (this.broken === 'silent') return;
    const right = `Basic ${Buffer.from(this.login).toString('base64')}`;
    const refused = this.broken ?? (request.headers.authorization === right ? null : 401);
    if (refused !== null) answer(refused, this.refusal(refused));
    else if (!this.recordings.serve(this.kind, request, response, this.url))
      await this.serve({ method, path, query, body, answer, breakOff: () => response.destroy() });
  }
}
