import type { LegStatistics, StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { AnsweredLegListener, AnsweredLeg } from '../shared/answered-leg';
import type { CallbackResponse } from './adapter';
import type { StreamSocket } from './gateway/stream-socket';

/** After a stream that closed without a stop message: timeout of the carrier's status. */
const STATUS_TIMEOUT_MS = 5_000;

export interface CloudAnsweredLegOptions {
  readonly timers: Timers;
  readonly socket: () => StreamSocket | null;
  readonly hangUp: () => void;
  /** Accepts another stream. Calls back with its start, or false after the timeout. */
  readonly waitForReconnect: (timeoutMs: number, onDone: (isThere: boolean) => void) => void;
}

/** An answered phone with audio over our media stream. */
export class CloudAnsweredLeg implements AnsweredLeg {
  readonly isOnHold = false;
  /** null: the carrier continues the first instruction. */
  pendingInstruction: CallbackResponse | null = null;
  #listener: AnsweredLegListener | null = null;
  #ended: 'hung_up' | 'lost' | null = null;
  #isOver = false;
  #isRedirected = false;
  #isDetached = false;
  /** How its stream ended. */
  #streamEnd: 'stopped' | 'closed' | null = null;
  #stopWaiting: () => void = () => undefined;

  constructor(
    readonly leg: StreamLeg,
    private readonly options: CloudAnsweredLegOptions,
  ) {
    leg.onAnswered();
  }

  listen(listener: AnsweredLegListener): void {
    this.#listener = listener;
    if (this.#ended !== null) listener.onEnded(this.#ended);
  }

  key(key: string): void {
    this.#listener?.onKey(key);
  }

  /** The stream may end while the call continues. */
  beginRedirect(): void {
    this.#isRedirected = true;
    this.#stopWaiting();
  }

  cancelRedirect(): void {
    this.#isRedirected = false;
    if (this.#streamEnd !== null) this.onRemoteEnd(this.#streamEnd);
  }

  get isOver(): boolean {
    return this.#isOver || this.#ended !== null;
  }

  get isRedirected(): boolean {
    return this.#isRedirected;
  }

  /** The carrier reconnects the audio. Without a stream in time the call is lost. */
  resumeStream(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.options.waitForReconnect(timeoutMs, (isThere) => {
        [this.#isRedirected, this.#streamEnd] = [false, null];
        if (!isThere) this.#end('lost');
        resolve();
      });
    });
  }

  detach(): void {
    this.#isDetached = true;
  }

  onRemoteEnd(how: 'stopped' | 'closed' | 'reported'): void {
    if (how !== 'reported') this.#streamEnd = how;
    if (this.#isRedirected && how !== 'reported') return;
    if (how === 'closed') {
      this.#stopWaiting = this.options.timers.after(STATUS_TIMEOUT_MS, () => this.#end('lost'));
    } else this.#end('hung_up');
  }

  hangUp(): void {
    this.#isOver = true;
    this.#stopWaiting();
    if (!this.#isDetached) this.options.hangUp();
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
    this.#listener?.onEnded(why);
  }
}
