import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../../media';
import type { Timers } from '../../../../platform/timers';
import type { StreamCodec } from '../adapter';
import { CloudAnsweredLeg } from '../cloud-answered-leg';
import { StreamSocket } from './stream-socket';

export interface StreamAttachmentOptions {
  readonly leg: StreamLeg;
  readonly codec: StreamCodec;
  readonly timers: Timers;
  readonly hangUp: () => void;
  /** Called once. */
  readonly onAnswered: (phone: CloudAnsweredLeg) => void;
}

/** Attaches streams to a leg, one at a time. */
export class StreamAttachment {
  #isAttached = false;
  #socket: StreamSocket | null = null;
  #phone: CloudAnsweredLeg | null = null;
  #isClosed = false;
  #onReconnect: ((isThere: boolean) => void) | null = null;

  constructor(private readonly options: StreamAttachmentOptions) {}

  get acceptsStream(): boolean {
    return !this.#isAttached && !this.#isClosed;
  }

  /** The call has ended, or its stream came too late. */
  get isOver(): boolean {
    return this.#phone?.isOver ?? this.#isClosed;
  }

  get phone(): CloudAnsweredLeg | null {
    return this.#phone;
  }

  attachStream(socket: WebSocket): void {
    this.#isAttached = true;
    this.#begin(socket);
  }

  close(): void {
    if (this.#phone) return;
    this.#isClosed = true;
    this.#socket?.close();
  }

  #waitForReconnect(timeoutMs: number, onDone: (isThere: boolean) => void): void {
    this.#isAttached = false;
    const stop = this.options.timers.after(timeoutMs, () => this.#onReconnect?.(false));
    this.#onReconnect = (isThere) => {
      stop();
      this.#onReconnect = null;
      this.#isAttached = true;
      onDone(isThere);
    };
  }

  #begin(socket: WebSocket): void {
    if (this.#isClosed || (this.#phone && !this.#onReconnect)) {
      socket.terminate();
      return;
    }
    const { leg, codec, timers } = this.options;
    const stream = new StreamSocket(socket, {
      leg,
      codec,
      timers,
      onStarted: () => {
        if (this.#isClosed) return;
        if (this.#phone) this.#onReconnect?.(true);
        else this.#onAnswered();
      },
      onKey: (key) => this.#phone?.key(key),
      onEnded: (how) => {
        if (this.#socket === stream) this.#phone?.onRemoteEnd(how);
      },
    });
    this.#socket?.close();
    this.#socket = stream;
  }

  #onAnswered(): void {
    const { leg, timers, hangUp } = this.options;
    this.#phone = new CloudAnsweredLeg(leg, {
      timers,
      hangUp,
      socket: () => this.#socket,
      waitForReconnect: (...wait) => this.#waitForReconnect(...wait),
    });
    this.options.onAnswered(this.#phone);
  }
}
