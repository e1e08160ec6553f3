import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../../media';
import type { Timers } from '../../../../platform/timers';
import type { StreamCodec } from '../adapter';

/** A carrier that takes its audio so slowly is gone. */
const MAX_QUEUE_BYTES = 262_144;
const PING_MS = 10_000;
/** Without any message or pong for so long the other side is gone. */
const SILENT_MS = 30_000;

export interface StreamSocketOptions {
  readonly leg: StreamLeg;
  readonly codec: StreamCodec;
  readonly timers: Timers;
  /** The first message of the stream: the audio flows from now on. */
  readonly started: () => void;
  readonly key: (key: string) => void;
  /** `stopped`: the carrier said that it is over; `closed`: the socket went without a word. Once, and not after `close`. */
  readonly ended: (how: 'stopped' | 'closed') => void;
}

/** The socket on which a carrier brings a leg's audio, and takes ours. */
export class StreamSocket {
  #streamId: string | null = null;
  #isOver = false;
  #heardAt = 0;
  #stopPing: () => void = () => undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: StreamSocketOptions,
  ) {
    socket.on('message', (data, isBinary) => {
      this.#heardAt = performance.now();
      if (!isBinary) this.#take(textOf(data));
    });
    socket.on('pong', () => {
      this.#heardAt = performance.now();
    });
    socket.on('close', () => {
      this.#end('closed');
    });
    // Its `close` follows.
    socket.on('error', () => undefined);
    this.#heardAt = performance.now();
    this.#pingLater();
  }

  /** Ends the stream, and with it the carrier's side of the call. */
  close(): void {
    this.#isOver = true;
    this.#stopPing();
    this.socket.close(1_000);
  }

  #take(message: string): void {
    if (this.#isOver) return;
    const { leg, codec, started, key } = this.options;
    const event = codec.read(message);
    switch (event?.type) {
      case 'start':
        if (this.#streamId !== null) return;
        this.#streamId = event.streamId;
        leg.begin(event.encoding, {
          audio: (bytes) => {
            this.#send((streamId) => codec.audio(streamId, bytes));
          },
          clear: () => {
            this.#send((streamId) => codec.clear(streamId));
          },
        });
        started();
        return;
      case 'audio':
        if (this.#streamId !== null) leg.receive(event.bytes);
        return;
      case 'key':
        key(event.key);
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
    this.options.ended(how);
  }

  /** A connection that was cut without a word is found out. */
  #pingLater(): void {
    this.#stopPing = this.options.timers.after(PING_MS, () => {
      if (performance.now() - this.#heardAt > SILENT_MS) {
        this.socket.terminate();
        return;
      }
      this.socket.ping();
      this.#pingLater();
    });
  }
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (data instanceof Array) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
