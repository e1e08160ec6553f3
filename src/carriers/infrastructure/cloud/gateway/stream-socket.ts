import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../../media';
import { MessageBudget } from '../../../../platform/message-budget';
import type { Timers } from '../../../../platform/kernel/time/timers';
import type { StreamCodec } from '../adapter';

/** A carrier that reads its audio too slowly is disconnected. */
const MAX_QUEUE_BYTES = 262_144;
const PING_INTERVAL_MS = 10_000;
/** The limit without a message or pong. */
const SILENCE_TIMEOUT_MS = 30_000;

export interface StreamSocketOptions {
  readonly leg: StreamLeg;
  readonly codec: StreamCodec;
  readonly timers: Timers;
  readonly onStarted: () => void;
  readonly onKey: (key: string) => void;
  /** `stopped`: by a message; `closed`: without one. Fires once, and not after `close`. */
  readonly onEnded: (how: 'stopped' | 'closed') => void;
}

/** Carries a leg's audio in both directions. */
export class StreamSocket {
  #streamId: string | null = null;
  #isOver = false;
  #receivedAt = 0;
  readonly #budget = new MessageBudget();
  #stopPing: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: StreamSocketOptions,
  ) {
    socket.on('message', (data, isBinary) => {
      const bytes = bytesOf(data);
      if (this.#isAdmitted(bytes) && !isBinary) this.#onMessage(bytes.toString('utf8'));
    });
    for (const frame of ['ping', 'pong'] as const) socket.on(frame, (data) => this.#isAdmitted(data));
    socket.on('close', () => this.#end('closed'));
    // `close` fires next and does the cleanup.
    socket.on('error', () => undefined);
    this.#receivedAt = performance.now();
    this.#pingLater();
  }

  close(): void {
    this.#isOver = true;
    this.#stopPing();
    this.socket.close(1_000);
  }

  #isAdmitted({ length }: Buffer): boolean {
    this.#receivedAt = performance.now();
    const isAdmitted = this.#budget.admit(length, this.options.timers.now());
    if (!isAdmitted) this.socket.terminate();
    return isAdmitted;
  }

  #onMessage(message: string): void {
    if (this.#isOver) return;
    const { leg, codec, onStarted, onKey } = this.options;
    const event = codec.read(message);
    switch (event?.type) {
      case 'start':
        if (this.#streamId !== null) return;
        this.#streamId = event.streamId;
        leg.begin(event.encoding, {
          audio: (bytes) => this.#send((streamId) => codec.audio(streamId, bytes)),
          clear: () => this.#send((streamId) => codec.clear(streamId)),
        });
        onStarted();
        return;
      case 'audio':
        if (this.#streamId !== null) leg.receive(event.bytes);
        return;
      case 'key':
        onKey(event.key);
        return;
      case 'stop':
        this.#end('stopped');
        return;
      case undefined:
    }
  }

  #send(message: (streamId: string) => string): void {
    if (this.#isOver || this.#streamId === null || this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_QUEUE_BYTES) this.socket.terminate();
    else this.socket.send(message(this.#streamId));
  }

  #end(how: 'stopped' | 'closed'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopPing();
    this.options.onEnded(how);
  }

  /** Detects a connection that was cut without a close. */
  #pingLater(): void {
    this.#stopPing = this.options.timers.after(PING_INTERVAL_MS, () => {
      if (performance.now() - this.#receivedAt > SILENCE_TIMEOUT_MS) {
        this.socket.terminate();
        return;
      }
      this.socket.ping();
      this.#pingLater();
    });
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (data instanceof Array) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
