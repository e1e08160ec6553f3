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
  /** Ends the call at the carrier. */
  readonly hangUp: () => void;
  /** The audio flows: the call was answered. Called once. */
  readonly answered: (phone: CloudAnsweredLeg) => void;
}

/** The one socket that a leg may have at a time, and the phone that it becomes. */
export class StreamAttachment {
  #isTaken = false;
  #socket: StreamSocket | null = null;
  #phone: CloudAnsweredLeg | null = null;
  #isClosed = false;
  /** Ends the wait for another socket. */
  #cameBack: ((isThere: boolean) => void) | null = null;

  constructor(private readonly options: StreamAttachmentOptions) {}

  get acceptsStream(): boolean {
    return !this.#isTaken && !this.#isClosed;
  }

  /** The phone, once the audio flows. */
  get phone(): CloudAnsweredLeg | null {
    return this.#phone;
  }

  /** Takes the place of the one socket at once. */
  attachStream(socket: WebSocket): void {
    this.#isTaken = true;
    this.#begin(socket);
  }

  /** Accepts no phone any more; one that is connected stays. */
  close(): void {
    if (this.#phone) return;
    this.#isClosed = true;
    this.#socket?.close();
  }

  /** From now on another socket may come in place of the one that was. */
  #another(withinMs: number): Promise<boolean> {
    this.#isTaken = false;
    return new Promise((resolve) => {
      const stop = this.options.timers.after(withinMs, () => this.#cameBack?.(false));
      this.#cameBack = (isThere) => {
        stop();
        this.#cameBack = null;
        this.#isTaken = true;
        resolve(isThere);
      };
    });
  }

  #begin(socket: WebSocket): void {
    if (this.#isClosed || (this.#phone && !this.#cameBack)) {
      socket.terminate();
      return;
    }
    const { leg, codec, timers } = this.options;
    const mine = new StreamSocket(socket, {
      leg,
      codec,
      timers,
      started: () => {
        if (this.#isClosed) return;
        if (this.#phone) this.#cameBack?.(true);
        else this.#answered();
      },
      key: (key) => this.#phone?.key(key),
      ended: (how) => {
        if (this.#socket === mine) this.#phone?.onRemoteEnd(how);
      },
    });
    this.#socket?.close();
    this.#socket = mine;
  }

  #answered(): void {
    const { leg, timers, hangUp } = this.options;
    this.#phone = new CloudAnsweredLeg(leg, {
      timers,
      hangUp,
      socket: () => this.#socket,
      another: (withinMs) => this.#another(withinMs),
    });
    this.options.answered(this.#phone);
  }
}
