import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { StreamCodec } from './adapter';
import { CloudPhone } from './cloud-phone';
import { CloudSocket } from './cloud-socket';

export interface LegSocketParts {
  readonly leg: StreamLeg;
  readonly codec: StreamCodec;
  readonly timers: Timers;
  /** Ends the call at the carrier. */
  readonly hangUp: () => void;
  /** The audio flows: somebody has answered. Called once. */
  readonly answered: (phone: CloudPhone) => void;
}

/** The one socket that a leg may have, and the phone that it becomes. */
export class LegSocket {
  #isTaken = false;
  #socket: CloudSocket | null = null;
  #phone: CloudPhone | null = null;
  #isClosed = false;

  constructor(private readonly parts: LegSocketParts) {}

  get isWanted(): boolean {
    return !this.#isTaken && !this.#isClosed;
  }

  /** The phone, once the audio flows. */
  get phone(): CloudPhone | null {
    return this.#phone;
  }

  /** Takes the place of the one socket at once. */
  connect(socket: Promise<WebSocket>): void {
    this.#isTaken = true;
    void socket.then((open) => {
      this.#begin(open);
    });
  }

  /** Nobody is to be connected any more; a phone that is stays so. */
  close(): void {
    if (this.#phone) return;
    this.#isClosed = true;
    this.#socket?.close();
  }

  #begin(socket: WebSocket): void {
    if (this.#isClosed) {
      socket.terminate();
      return;
    }
    const { leg, codec, timers } = this.parts;
    this.#socket = new CloudSocket(socket, {
      leg,
      codec,
      timers,
      started: () => {
        if (this.#isClosed) return;
        this.#phone = new CloudPhone(leg, {
          timers,
          socket: () => this.#socket,
          hangUp: this.parts.hangUp,
        });
        this.parts.answered(this.#phone);
      },
      key: (key) => this.#phone?.key(key),
      ended: (how) => this.#phone?.gone(how),
    });
  }
}
