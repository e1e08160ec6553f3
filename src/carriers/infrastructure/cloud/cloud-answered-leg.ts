import type { LegStatistics, StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { AnsweredLegListener, AnsweredLeg } from '../shared/answered-leg';
import type { CallbackResponse } from './adapter';
import type { StreamSocket } from './gateway/stream-socket';

/** A socket that went without a word is waited for so long: the carrier's own word may say that somebody hung up. */
const CLOSED_MS = 5_000;

/** A phone that a carrier connects to us over its socket. */
export class CloudAnsweredLeg implements AnsweredLeg {
  /** The carrier holds nobody. */
  readonly held = false;
  /** What the carrier does with its call now, if it is no more what it was told at first. */
  pendingInstruction: CallbackResponse | null = null;
  #listener: AnsweredLegListener | null = null;
  #ended: 'hung_up' | 'lost' | null = null;
  #isOver = false;
  #isAway = false;
  #isReleased = false;
  /** What became of the socket while the carrier did something else with the call. */
  #missed: 'stopped' | 'closed' | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(
    readonly leg: StreamLeg,
    private readonly options: {
      readonly timers: Timers;
      readonly socket: () => StreamSocket | null;
      /** Ends the call at the carrier. */
      readonly hangUp: () => void;
      /** Takes another socket in place of the one that was; resolves with whether it came in time. */
      readonly another: (withinMs: number) => Promise<boolean>;
    },
  ) {
    leg.answered();
  }

  listen(listener: AnsweredLegListener): void {
    this.#listener = listener;
    if (this.#ended !== null) listener.ended(this.#ended);
  }

  key(key: string): void {
    this.#listener?.key(key);
  }

  /** The carrier does something else with the call: the end of its socket is not that of the call. */
  beginRedirect(): void {
    this.#isAway = true;
    this.#missed = null;
  }

  /** It came to nothing. */
  cancelRedirect(): void {
    this.#isAway = false;
    if (this.#missed !== null) this.onRemoteEnd(this.#missed);
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** The carrier connects the audio once more; one that does not in time has lost it. */
  async resumeStream(withinMs: number): Promise<void> {
    const isThere = await this.options.another(withinMs);
    this.#isAway = false;
    if (!isThere) this.#end('lost');
  }

  /** The carrier keeps the call, whatever becomes of this process. */
  release(): void {
    this.#isReleased = true;
  }

  /** The carrier says that the call is over, or its socket has gone. */
  onRemoteEnd(how: 'stopped' | 'closed' | 'said'): void {
    if (this.#isAway && how !== 'said') this.#missed = how;
    else if (how === 'closed') {
      this.#stopWaiting = this.options.timers.after(CLOSED_MS, () => {
        this.#end('lost');
      });
    } else this.#end('hung_up');
  }

  hangUp(): void {
    this.#isOver = true;
    this.#stopWaiting();
    if (!this.#isReleased) this.options.hangUp();
    this.options.socket()?.close();
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
