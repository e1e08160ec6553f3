import type { WebSocket } from 'ws';
import { MessageBudget } from '../../platform/message-budget';
import type { Timers } from '../../platform/kernel/time/timers';
import { type ClientMessage, type HostMessage, parseClientMessage, soundMs } from '../domain/live-message';
import { MessageRate } from '../domain/message-rate';
import { Unacknowledged } from '../domain/unacknowledged';

const TICK_MS = 1_000;
/** Proxies cut connections that are quiet for 60 s. */
const PING_TICKS = 20;
const MAX_QUEUE_BYTES = 262_144;
const MAX_MESSAGE_BYTES = 4_096;
const FRAME_MS = 20;

export const CLOSE_CODES = {
  ended: 1_000,
  stopping: 1_001,
  resumed: 4_000,
  signedOut: 4_001,
  stalled: 4_008,
  misused: 4_009,
} as const;

/** `broken`: it may be resumed. `left`: the page closed it. */
export type ConnectionEnd = 'broken' | 'left' | 'signed_out' | 'misused';

/** Ends by the code of the close frame; without a code it is 1005 (RFC 6455, 7.1.5). */
const ENDS = new Map<number, ConnectionEnd>([
  [CLOSE_CODES.signedOut, 'signed_out'],
  [CLOSE_CODES.ended, 'left'],
  [1_005, 'left'],
]);

export interface LiveConnectionOptions {
  readonly timers: Timers;
  /** Received and not played yet, in milliseconds. */
  readonly waitingMs: () => Promise<number>;
  /** null: the page may send no sound. */
  readonly onSound: ((bytes: Uint8Array) => void) | null;
  /** Not of pings. */
  readonly onMessage: (message: ClientMessage) => void;
  readonly onDelay: (ms: number) => void;
  readonly onDropped: (ms: number) => void;
  /** Called once, and not after `close`. */
  readonly onEnd: (why: ConnectionEnd) => void;
}

/** One socket of a page: sound in both directions, texts, and the bounds of each. */
export class LiveConnection {
  readonly #rate = new MessageRate();
  readonly #budget = new MessageBudget();
  readonly #sent = new Unacknowledged();
  #receivedMs = 0;
  #receivedAtMs: number;
  #ticks = 0;
  #isOver = false;
  #stopTick: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: LiveConnectionOptions,
  ) {
    this.#receivedAtMs = options.timers.now();
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    for (const frame of ['ping', 'pong'] as const) {
      socket.on(frame, ({ length }) => {
        if (!this.#isOver && !this.#budget.admit(length, options.timers.now())) this.#refuse();
      });
    }
    socket.on('close', (code) => this.#end(ENDS.get(code) ?? 'broken'));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // `close` fires next. A message that `ws` does not read is closed with 1009.
      if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.#end('misused');
    });
    this.#tickLater();
  }

  /** When the page's last message came. */
  get receivedAtMs(): number {
    return this.#receivedAtMs;
  }

  /** Does nothing when the socket is closing or closed. */
  send(message: HostMessage): void {
    if (!this.#isOpen) return;
    if (message.type === 'ready') this.#restartCounts();
    this.socket.send(JSON.stringify(message));
  }

  sendSound(bytes: Uint8Array, ms: number): void {
    if (!this.#isOpen) return;
    if (this.socket.bufferedAmount > MAX_QUEUE_BYTES) this.socket.terminate();
    else if (this.#sent.admit(ms, this.options.timers.now())) this.socket.send(bytes);
  }

  close(code: number): void {
    this.#finish();
    this.socket.close(code);
  }

  /** Both sides count sound from each `ready`, which may follow the first sound of a socket that resumes. */
  #restartCounts(): void {
    this.#receivedMs = 0;
    this.#sent.restart();
  }

  get #isOpen(): boolean {
    return !this.#isOver && this.socket.readyState === this.socket.OPEN;
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    const { timers, onSound, onMessage } = this.options;
    this.#receivedAtMs = timers.now();
    const isAdmitted = this.#rate.admit(isBinary ? 'binary' : 'text', timers.now());
    const isTooLong = data.length > MAX_MESSAGE_BYTES;
    if (!isAdmitted || isTooLong || !this.#budget.admit(data.length, timers.now())) {
      this.#refuse();
    } else if (isBinary) {
      const ms = soundMs(data.length);
      if (ms === null || !onSound) this.#refuse();
      else {
        this.#receivedMs += ms;
        onSound(data);
      }
    } else {
      const message = parseClientMessage(data.toString('utf8'));
      if (message === null) this.#refuse();
      else if (message.type === 'ping') void this.#pong(message);
      else onMessage(message);
    }
  }

  async #pong({ t, receivedMs, delayMs }: Extract<ClientMessage, { type: 'ping' }>): Promise<void> {
    this.#sent.acknowledge(receivedMs, this.options.timers.now());
    if (delayMs !== null) this.options.onDelay(delayMs);
    const waiting = Math.round(await this.options.waitingMs().catch(() => 0));
    this.send({ type: 'pong', t, received_ms: this.#receivedMs, waiting_ms: waiting });
  }

  #tickLater(): void {
    this.#stopTick = this.options.timers.after(TICK_MS, () => {
      this.#tick();
      if (!this.#isOver) this.#tickLater();
    });
  }

  #tick(): void {
    const droppedMs = this.#sent.drainDroppedMs();
    if (droppedMs >= FRAME_MS) {
      this.options.onDropped(droppedMs);
      this.send({ type: 'lag', dropped_ms: droppedMs });
    }
    if (this.#sent.isStalled(this.options.timers.now())) {
      this.socket.close(CLOSE_CODES.stalled);
      this.#end('broken');
    } else if (++this.#ticks % PING_TICKS === 0 && this.#isOpen) this.socket.ping();
  }

  #refuse(): void {
    this.socket.close(CLOSE_CODES.misused);
    this.#end('misused');
  }

  #end(why: ConnectionEnd): void {
    if (this.#isOver) return;
    this.#finish();
    this.options.onEnd(why);
  }

  #finish(): void {
    this.#isOver = true;
    this.#stopTick();
    // A peer that does not answer the close is cut off.
    this.options.timers.after(TICK_MS, () => this.socket.terminate());
  }
}
