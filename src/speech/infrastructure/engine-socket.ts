import { WebSocket } from 'ws';
import { isObject, parsedJson } from '../../platform/kernel/own';
import { MessageBudget } from '../../platform/message-budget';
import { SpeechFailure } from './speech-failure';

/** Largest message of an engine: the words of a turn with their times. */
const MAX_MESSAGE_BYTES = 256 * 1_024;
/** 2 s of audio with its framing. When more than this waits for BEHIND_MS, the engine is too slow. */
const BEHIND_BYTES = 48 * 1_024;
const BEHIND_MS = 2_000;
/** The audio of the longest turn, which is sent at once to a new connection, and as much again. */
const MAX_WAITING_BYTES = 1_536 * 1_024;

export interface EngineSocketEvents {
  message(data: Readonly<Record<string, unknown>>): void;
  /** Fires once, and not after `close`. `code` and `reason` are those of a WebSocket that the engine closed. */
  onFailed(error: Error, code: number | null, reason: string): void;
}

/** A WebSocket to an engine: JSON both ways, audio as binary messages. Sending never blocks and never throws. */
export class EngineSocket {
  #isOver = false;
  #behindSinceMs: number | null = null;
  readonly #budget = new MessageBudget();

  private constructor(
    private readonly socket: WebSocket,
    private readonly events: EngineSocketEvents,
  ) {
    socket.on('message', (data: Buffer, isBinary) => {
      if (this.#isAdmitted(data) && !isBinary) this.#onReceived(data.toString('utf8'));
    });
    for (const frame of ['ping', 'pong'] as const) socket.on(frame, (data) => this.#isAdmitted(data));
    socket.on('close', (code, reason) => this.#fail(new Error('closed'), code, reason.toString('utf8')));
    // `close` fires next and reports the failure.
    socket.on('error', () => undefined);
  }

  /**
   * Connects. Redirects are not followed.
   * @param address of http or https
   * @throws SpeechFailure with the status of a refusal; Error for all else, such as the end of `signal`
   */
  static async open(
    address: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    events: EngineSocketEvents,
  ): Promise<EngineSocket> {
    signal.throwIfAborted();
    const url = new URL(address);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url, { headers, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
    const opened = new EngineSocket(socket, events);
    const abort = () => opened.close();
    signal.addEventListener('abort', abort, { once: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, response) => {
        response.destroy();
        opened.close();
        reject(SpeechFailure.of(response.statusCode ?? 0));
      });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed')));
    }).catch((error: unknown) => {
      opened.close();
      throw error;
    });
    return opened;
  }

  /** An object becomes JSON. */
  send(message: Readonly<Record<string, unknown>> | Uint8Array): void {
    if (this.#isOver) return;
    this.socket.send(message instanceof Uint8Array ? message : JSON.stringify(message), () => undefined);
    if (this.#isBehind()) this.#cutOff('it takes the audio too slowly');
  }

  /** No events follow. */
  close(): void {
    this.#isOver = true;
    this.socket.terminate();
  }

  #isBehind(): boolean {
    const { bufferedAmount } = this.socket;
    if (bufferedAmount > MAX_WAITING_BYTES) return true;
    if (bufferedAmount <= BEHIND_BYTES) {
      this.#behindSinceMs = null;
      return false;
    }
    const nowMs = performance.now();
    this.#behindSinceMs ??= nowMs;
    return nowMs - this.#behindSinceMs > BEHIND_MS;
  }

  #onReceived(text: string): void {
    const data = parsedJson(text);
    if (isObject(data)) this.events.message(data);
    else this.#cutOff('an answer that is not as it should be');
  }

  #isAdmitted({ length }: Buffer): boolean {
    if (this.#isOver) return false;
    const isAdmitted = this.#budget.admit(length, performance.now());
    if (!isAdmitted) this.#cutOff('it sends too much');
    return isAdmitted;
  }

  #cutOff(why: string): void {
    this.#fail(new SpeechFailure(why), null, '');
    this.socket.terminate();
  }

  #fail(error: Error, code: number | null, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.events.onFailed(error, code, reason);
  }
}
