import { Acknowledgement } from '../lib/live/acknowledgement';
import { DelayMeter } from '../lib/live/delay';
import { type LiveMessage, mayResume, protocolsOf, readMessage } from '../lib/live/live-message';

/** The service keeps a broken socket's place for it. */
const RESUME_MS = 5_000;
const RETRY_MS = 250;
const PING_TICKS = 10;
/** Pings without a pong before the page resumes over another socket: a lost network closes none for minutes. */
const MAX_UNANSWERED = 5;
const BROKEN = 1_006;
/** To the service: it may be resumed. */
const STALLED = 4_008;

export interface LiveSocketEvents {
  /** A socket is open: the first, and each that resumes. */
  readonly onOpen: () => void;
  readonly onMessage: (message: LiveMessage) => void;
  readonly onSound: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onBreak: (isBroken: boolean) => void;
  readonly onDelay: (delay: DelayMeter) => void;
  /** At most once, unless `close` was called. */
  readonly onEnd: (end: SocketEnd) => void;
}

/** `refused` before any socket opened; `lost` when none could be resumed. */
export type SocketEnd = 'refused' | 'closed' | 'lost';

type Connect = (protocols: string[]) => WebSocket;

/** A path of this origin. Safari 15 takes no other form. */
export function connectTo(path: string): Connect {
  const { protocol, host } = window.location;
  return (protocols) => new WebSocket(`${protocol.replace('http', 'ws')}//${host}${path}`, protocols);
}

/** Sound and messages both ways, over one socket after another. */
export class LiveSocket {
  readonly #delay = new DelayMeter();
  readonly #acknowledgement = new Acknowledgement();
  #socket: WebSocket;
  #resumeToken: string | null = null;
  #hasOpened = false;
  #isOver = false;
  #receivedMs = 0;
  #ticks = 0;
  /** Pings since the last pong. */
  #unanswered = 0;
  #waitingMs = 0;
  #delayMs: number | null = null;
  #deadline: ReturnType<typeof setTimeout> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;

  /** @param soundMs milliseconds of a binary message by its length */
  constructor(
    private readonly connect: Connect,
    ticket: string,
    private readonly soundMs: (bytes: number) => number,
    private readonly events: LiveSocketEvents,
  ) {
    this.#socket = this.#open(protocolsOf('ticket', ticket));
  }

  /** Returns false while no socket is open. */
  send(message: { readonly type: string; readonly [field: string]: unknown }): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Leaves the sound out while too much is not acknowledged. */
  sendSound(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#resumeToken !== null && !this.#acknowledgement.send(this.soundMs(bytes.length))) return;
    this.#socket.send(bytes);
  }

  /** Call each 100 ms, by the clock of an audio worklet: timers are late in hidden tabs. */
  tick(waitingMs: number): void {
    this.#waitingMs = waitingMs;
    if (this.#resumeToken === null || ++this.#ticks < PING_TICKS) return;
    this.#ticks = 0;
    if (this.#unanswered >= MAX_UNANSWERED) {
      this.#abandon();
      return;
    }
    const isSent = this.send({
      type: 'ping',
      t: Math.round(performance.now()),
      received_ms: this.#receivedMs,
      ...(this.#delayMs !== null && { delay_ms: this.#delayMs }),
    });
    if (isSent) this.#unanswered += 1;
  }

  /** No event follows. */
  close(): void {
    this.#isOver = true;
    this.#clearTimers();
    this.#socket.close(1000);
  }

  #open(protocols: string[]): WebSocket {
    const socket = this.connect(protocols);
    socket.binaryType = 'arraybuffer';
    const isCurrent = () => !this.#isOver && socket === this.#socket;
    socket.onopen = () => {
      if (!isCurrent()) return;
      this.#hasOpened = true;
      this.events.onOpen();
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (!isCurrent()) return;
      if (typeof data === 'string') this.#receive(data);
      else this.#receiveSound(new Uint8Array(data));
    };
    socket.onclose = ({ code }) => {
      if (isCurrent()) this.#onClose(code);
    };
    return socket;
  }

  #receiveSound(bytes: Uint8Array<ArrayBuffer>): void {
    this.#receivedMs += this.soundMs(bytes.length);
    this.events.onSound(bytes);
  }

  #receive(text: string): void {
    const message = readMessage(text);
    if (message === null) return;
    if (message.type === 'ready') this.#onReady(message.resume);
    if (message.type === 'pong') {
      this.#unanswered = 0;
      this.#acknowledgement.receive(message.received_ms);
      const waitingMs = this.#waitingMs + message.waiting_ms;
      this.#delayMs = this.#delay.add(performance.now() - message.t, waitingMs);
      this.events.onDelay(this.#delay);
    }
    this.events.onMessage(message);
  }

  #onReady(resumeToken: string): void {
    const wasBroken = this.#deadline !== null;
    this.#resumeToken = resumeToken;
    this.#receivedMs = 0;
    this.#ticks = this.#unanswered = 0;
    this.#acknowledgement.restart();
    this.#clearTimers();
    if (wasBroken) this.events.onBreak(false);
  }

  /** Another socket resumes it: this one may stay open for minutes. */
  #abandon(): void {
    const silent = this.#socket;
    this.#onClose(BROKEN);
    silent.close(STALLED);
  }

  #onClose(code: number): void {
    this.#unanswered = 0;
    if (!mayResume(code) || this.#resumeToken === null) {
      this.#end(this.#hasOpened ? 'closed' : 'refused');
      return;
    }
    if (this.#deadline === null) {
      this.#deadline = setTimeout(() => this.#end('lost'), RESUME_MS);
      this.events.onBreak(true);
      this.#resume();
    } else this.#retry = setTimeout(() => this.#resume(), RETRY_MS);
  }

  #resume(): void {
    this.#socket = this.#open(protocolsOf('resume', this.#resumeToken ?? ''));
  }

  #end(end: SocketEnd): void {
    this.close();
    this.events.onEnd(end);
  }

  #clearTimers(): void {
    for (const timer of [this.#deadline, this.#retry]) if (timer !== null) clearTimeout(timer);
    this.#deadline = this.#retry = null;
  }
}
