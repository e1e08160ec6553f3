import type { LegStatistics, StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { PhoneListener, TalkingPhone } from '../legs/talking-phone';
import type { CloudSocket } from './cloud-socket';

/** A socket that went without a word is waited for so long: the carrier's own word may say that somebody hung up. */
const CLOSED_MS = 5_000;

/** A phone that a carrier connects to us over its socket. */
export class CloudPhone implements TalkingPhone {
  /** The carrier holds nobody. */
  readonly held = false;
  #listener: PhoneListener | null = null;
  #ended: 'hung_up' | 'lost' | null = null;
  #isOver = false;
  #stopWaiting: () => void = () => undefined;

  constructor(
    readonly leg: StreamLeg,
    private readonly parts: {
      readonly timers: Timers;
      readonly socket: () => CloudSocket | null;
      /** Ends the call at the carrier. */
      readonly hangUp: () => void;
    },
  ) {
    leg.answered();
  }

  listen(listener: PhoneListener): void {
    this.#listener = listener;
    if (this.#ended !== null) listener.ended(this.#ended);
  }

  key(key: string): void {
    this.#listener?.key(key);
  }

  /** The carrier says that the call is over, or its socket has gone. */
  gone(how: 'stopped' | 'closed' | 'said'): void {
    if (how === 'closed') {
      this.#stopWaiting = this.parts.timers.after(CLOSED_MS, () => {
        this.#end('lost');
      });
    } else this.#end('hung_up');
  }

  hangUp(): void {
    this.#isOver = true;
    this.#stopWaiting();
    this.parts.hangUp();
    this.parts.socket()?.close();
  }

  close(): Promise<LegStatistics | null> {
    this.#isOver = true;
    this.#stopWaiting();
    return this.leg.close();
  }

  #end(why: 'hung_up' | 'lost'): void {
    if (this.#isOver || this.#ended !== null) return;
    this.#ended = why;
    this.#stopWaiting();
    this.#listener?.ended(why);
  }
}
