import type { AnsweredLeg, AnsweredLegListener } from '../../carriers';
import type { LegStatistics, StreamLeg } from '../../media';
import type { ClientMessage } from '../domain/live-message';
import { PageConnection, type PageConnectionOptions } from './page-connection';

const BYTES_PER_MS = 8;

export type BrowserPhoneOptions = Pick<
  PageConnectionOptions,
  'timers' | 'onMessage' | 'onDelay' | 'onDropped' | 'onLeft'
>;

/** A browser as an answered phone. While its connection is broken it is on hold. */
export class BrowserPhone implements AnsweredLeg {
  readonly page: PageConnection;
  #leg: StreamLeg | null = null;
  #listener: AnsweredLegListener | null = null;
  #isFlushing = false;
  #isOnHold = true;

  constructor(private readonly options: BrowserPhoneOptions) {
    this.page = new PageConnection({
      ...options,
      onMessage: (message) => this.#onMessage(message),
      onSound: (bytes) => this.#leg?.receive(bytes),
      waitingMs: async () => (await this.#leg?.statistics())?.waitingMs ?? 0,
      onPresence: (isThere) => this.#setHold(!isThere),
      onLeft: (why) => {
        options.onLeft(why);
        this.#listener?.onEnded('lost');
      },
    });
  }

  get leg(): StreamLeg {
    if (!this.#leg) throw new Error('the leg of a browser is not open');
    return this.#leg;
  }

  get isOnHold(): boolean {
    return this.#isOnHold;
  }

  openLeg(leg: StreamLeg): void {
    this.#leg = leg;
    leg.begin('mulaw', {
      audio: (bytes) => {
        if (!this.#isFlushing) this.page.sendSound(bytes, bytes.length / BYTES_PER_MS);
      },
      clear: () => {
        this.#isFlushing = true;
        this.page.send({ type: 'flush' });
      },
      onCleared: () => {
        this.#isFlushing = false;
      },
    });
    this.#direct();
  }

  listen(listener: AnsweredLegListener): void {
    this.#listener = listener;
    if (this.page.isOver) listener.onEnded('lost');
  }

  hangUp(): void {
    this.#listener = null;
  }

  close(): Promise<LegStatistics | null> {
    return this.#leg?.close() ?? Promise.resolve(null);
  }

  #onMessage(message: ClientMessage): void {
    if (message.type === 'key') this.#listener?.onKey(message.key);
    else if (message.type === 'hang_up' && this.#listener) this.#listener.onEnded('hung_up');
    else this.options.onMessage(message);
  }

  #setHold(isOnHold: boolean): void {
    this.#isOnHold = isOnHold;
    this.#direct();
    this.#listener?.onHold(isOnHold);
  }

  #direct(): void {
    this.#leg?.setDirection(this.#isOnHold ? 'inactive' : 'sendrecv');
  }
}
