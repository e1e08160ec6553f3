import type { WebSocket } from 'ws';
import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/timers';
import type { NetworkEvent } from '../../domain/cause-map';
import type { TryEnd } from '../legs/route-search';
import type { CloudOrder, CloudRest, CloudWord, StreamCodec } from './adapter';
import { CloudFailure } from './cloud-api';
import type { CloudPhone } from './cloud-phone';
import { hangUpSurely } from './hang-up';
import type { HeldLeg } from './held-leg';
import { LegSocket } from './leg-socket';

/** A phone rings for no longer than this after the request, whatever the order says. */
const LONGEST_WAIT_MS = 60_000;
/** A dial whose answer was lost is looked for so long, so often. */
const SEARCH_MS = 60_000;
const SEARCH_INTERVAL_MS = 5_000;
/** Who answered is connected within this time, or never. */
const SOCKET_MS = 10_000;

/** What comes with an answer; without a phone the call is over before its audio came. */
export type CloudAnswer =
  | { readonly phone: CloudPhone }
  | { readonly phone: null; readonly cause: 'hung_up' | 'connection_lost'; readonly talkMs: number };

export interface CloudTryParts {
  readonly rest: CloudRest;
  readonly order: CloudOrder;
  readonly leg: StreamLeg;
  readonly codec: StreamCodec;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Whether a call of the carrier's is known to be another one of ours. Never rejects. */
  readonly isOthers: (carrierId: string) => Promise<boolean>;
  /** The carrier's id is known. */
  readonly named: (carrierId: string) => void;
  /** The carrier says that it rings; once. */
  readonly onRinging: () => void;
  /** Somebody answered; once, and before `ended`. */
  readonly onAnswered: () => void;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}

/** One phone that one cloud trunk is asked to ring, from the request until its audio is connected or it is over. */
export class CloudTry implements HeldLeg {
  readonly ended: Promise<TryEnd<CloudAnswer>>;
  readonly #socket: LegSocket;
  #end: (end: TryEnd<CloudAnswer>) => void = () => undefined;
  #isSettled = false;
  #carrierId: string | null = null;
  #state: CloudWord['state'] = 'queued';
  #answeredMs: number | null = null;
  #rings = false;
  #gaveUp = false;
  #stopTimer: () => void = () => undefined;
  #stopSearch: () => void = () => undefined;

  constructor(private readonly parts: CloudTryParts) {
    const { leg, codec, timers, order } = parts;
    this.#socket = new LegSocket({
      ...{ leg, codec, timers },
      hangUp: () => {
        this.#hangUp();
      },
      answered: (phone) => {
        this.#answer();
        this.#settle({ kind: 'answered', phone });
      },
    });
    const stopLongest = timers.after(LONGEST_WAIT_MS, () => void this.#tooLong());
    this.ended = new Promise<TryEnd<CloudAnswer>>((resolve) => {
      this.#end = resolve;
    }).finally(() => {
      stopLongest();
      this.#stopTimer();
    });
    void this.#ask(order);
  }

  get wantsSocket(): boolean {
    return this.#socket.isWanted;
  }

  connect(socket: Promise<WebSocket>): void {
    this.#socket.connect(socket);
  }

  /** Stops the ringing; `ended` follows. */
  giveUp(): void {
    this.#gaveUp = true;
    if (this.#isSettled || this.#carrierId === null) return;
    this.#hangUp();
    this.#settle({ kind: 'canceled' });
  }

  async say(word: CloudWord): Promise<void> {
    if (this.#carrierId === null) this.#name(word.carrierId);
    // Somebody else's call, however it came to this address.
    if (this.#carrierId === word.carrierId) this.#take(word);
    await this.parts.stored();
  }

  async #ask(order: CloudOrder): Promise<void> {
    const since = this.parts.now();
    try {
      this.#name(await this.parts.rest.dial(order));
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error;
      if (error.isUnknown) this.#search(order, since);
      else this.#settle({ kind: 'failed', event: error.event, said: error.said });
    }
  }

  /** Whether the carrier has begun a call is not known: it is looked for, and its callbacks may tell. It is never asked again. */
  #search(order: CloudOrder, since: Date, leftMs = SEARCH_MS): void {
    this.#stopSearch = this.parts.timers.after(SEARCH_INTERVAL_MS, () => {
      void this.#look(order, since, leftMs - SEARCH_INTERVAL_MS);
    });
  }

  async #look(order: CloudOrder, since: Date, leftMs: number): Promise<void> {
    const { rest, isOthers } = this.parts;
    const found = await rest.find(order, since).catch(() => []);
    const mine: CloudWord[] = [];
    for (const word of found) if (!(await isOthers(word.carrierId))) mine.push(word);
    if (this.#carrierId !== null || this.#isSettled) return;
    const [word, another] = mine;
    // Of two it cannot be told which is ours.
    if (word && !another) {
      this.#name(word.carrierId);
      this.#take(word);
    } else if (leftMs <= 0) this.#fail({ type: 'request_lost' }, null);
    else this.#search(order, since, leftMs);
  }

  #name(carrierId: string): void {
    if (this.#carrierId !== null) return;
    this.#carrierId = carrierId;
    this.#stopSearch();
    this.parts.named(carrierId);
    if (!this.#gaveUp) return;
    this.#hangUp();
    this.#settle({ kind: 'canceled' });
  }

  #take({ state, event, said }: CloudWord): void {
    const isLater = ORDER.indexOf(state) > ORDER.indexOf(this.#state);
    if (isLater) this.#state = state;
    if (this.#isSettled) {
      if (state === 'ended') this.#socket.phone?.gone('said');
      // It rings although nobody waits for it any more.
      else if (isLater && this.#answeredMs === null) this.#hangUp();
      return;
    }
    if (!isLater) return;
    if (state === 'ringing') this.#ring();
    else if (state === 'answered') this.#answer();
    else if (state === 'ended' && event === null) this.#hungUp();
    else if (state === 'ended') this.#fail(event ?? { type: 'no_answer' }, said);
  }

  #ring(): void {
    if (this.#rings) return;
    this.#rings = true;
    this.#wait(this.parts.order.ringSeconds * 1_000, () => {
      this.#ringTimeout();
    });
    this.parts.onRinging();
  }

  #answer(): void {
    if (this.#answeredMs !== null) return;
    this.#answeredMs = performance.now();
    this.parts.onAnswered();
    this.#wait(SOCKET_MS, () => {
      this.#hangUp();
      this.#settleWithoutAudio('connection_lost');
    });
  }

  /** It was answered and is over, perhaps before we heard of either. */
  #hungUp(): void {
    this.#answer();
    this.#settleWithoutAudio('hung_up');
  }

  async #tooLong(): Promise<void> {
    if (this.#isSettled || this.#answeredMs !== null) return;
    const carrierId = this.#carrierId;
    // Then the search decides.
    if (carrierId === null) return;
    if (this.#state === 'queued' && (await this.parts.rest.cancel(carrierId).catch(() => false))) {
      this.#fail({ type: 'queued_too_long' }, null);
    } else this.#ringTimeout();
  }

  #ringTimeout(): void {
    if (this.#isSettled || this.#answeredMs !== null) return;
    this.#hangUp();
    this.#fail({ type: 'ring_timeout' }, null);
  }

  #wait(ms: number, then: () => void): void {
    this.#stopTimer();
    this.#stopTimer = this.parts.timers.after(ms, then);
  }

  #fail(event: NetworkEvent, said: string | null): void {
    this.#settle({ kind: 'failed', event, said });
  }

  #settleWithoutAudio(cause: 'hung_up' | 'connection_lost'): void {
    const talkMs = Math.round(performance.now() - (this.#answeredMs ?? performance.now()));
    this.#settle({ kind: 'answered', phone: null, cause, talkMs });
  }

  #settle(end: TryEnd<CloudAnswer>): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#socket.close();
    this.#end(end);
  }

  #hangUp(): void {
    if (this.#carrierId !== null && this.#state !== 'ended') {
      hangUpSurely(this.parts.rest, this.#carrierId, this.parts.timers);
    }
  }
}

const ORDER: readonly CloudWord['state'][] = ['queued', 'on_its_way', 'ringing', 'answered', 'ended'];
