import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../../media';
import type { Timers } from '../../../../platform/kernel/time/timers';
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
  /** `awaiting` a stream: the first, or one after a redirect. */
  #status: 'awaiting' | 'attached' | 'closed' = 'awaiting';
  #socket: StreamSocket | null = null;
  #phone: CloudAnsweredLeg | null = null;
  #onReconnect: (isThere: boolean) => void = () => undefined;

  constructor(private readonly options: StreamAttachmentOptions) {}

  get acceptsStream(): boolean {
    return this.#status === 'awaiting';
  }

  /** The call has ended, or its stream came too late. */
  get isOver(): boolean {
    return this.#phone?.isOver ?? this.#status === 'closed';
  }

  get phone(): CloudAnsweredLeg | null {
    return this.#phone;
  }

  attachStream(socket: WebSocket): void {
    if (this.#status !== 'awaiting') {
      socket.terminate();
      return;
    }
    this.#status = 'attached';
    const { leg, codec, timers } = this.options;
    const stream = new StreamSocket(socket, {
      leg,
      codec,
      timers,
      onStarted: () => {
        if (this.#status === 'closed') return;
        if (this.#phone) this.#onReconnect(true);
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

  close(): void {
    if (this.#phone) return;
    this.#status = 'closed';
    this.#socket?.close();
  }

  #waitForReconnect(timeoutMs: number, onDone: (isThere: boolean) => void): void {
    this.#status = 'awaiting';
    const stop = this.options.timers.after(timeoutMs, () => this.#onReconnect(false));
    this.#onReconnect = (isThere) => {
      stop();
      this.#onReconnect = () => undefined;
      this.#status = 'attached';
      onDone(isThere);
    };
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
