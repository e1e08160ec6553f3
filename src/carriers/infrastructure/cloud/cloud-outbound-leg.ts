import type { Timers } from '../../../platform/timers';
import type { LegFailure } from '../../domain/cause-map';
import type { CreateCallOptions, CloudCallsApi, CloudCallStatus } from './adapter';
import { CloudFailure } from './cloud-http-client';
import { hangUpWithRetry } from './hang-up';

/** A phone rings for no longer than this after the request, whatever the order says. */
const MAX_WAIT_MS = 60_000;
/** A dial whose answer was lost is looked for so long, so often. */
const SEARCH_MS = 60_000;
const SEARCH_INTERVAL_MS = 5_000;

/** Who hears of a phone. */
interface OutboundLegListener {
  /** The carrier's id is known; once. */
  onCallId(carrierId: string): void;
  /** It rings; once. */
  ringing(): void;
  /** Somebody answered; once. */
  answered(): void;
  /** Nobody answers any more, and we did not give up; once. */
  failed(event: LegFailure, said: string | null): void;
  /** We gave up before it was answered; once. */
  canceled(): void;
  /** The call of who had answered is over; once. */
  over(): void;
}

export interface CloudOutboundLegOptions {
  readonly rest: Pick<CloudCallsApi, 'listCalls' | 'endCall' | 'cancelCall'>;
  /** Asks for it. @returns the carrier's id. @throws CloudFailure */
  readonly ask: () => Promise<string>;
  readonly order: Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds'>;
  /** The carrier says nothing before the end: no limit of the ringing is ours. */
  readonly isSilent?: boolean;
  readonly timers: Timers;
  /** When it was asked for: what the carrier began before is not taken for it. */
  readonly since: Date;
  /** Whether a call of the carrier's is known to be another one of ours. Never rejects. */
  readonly isOthers: (carrierId: string) => Promise<boolean>;
  readonly watcher: OutboundLegListener;
}

/** One phone that a cloud carrier is asked to ring, once: how far it is, by the carrier's words in whatever order. */
export class CloudOutboundLeg {
  #carrierId: string | null = null;
  #state: CloudCallStatus['state'] = 'queued';
  #stage: 'waiting' | 'answered' | 'done' = 'waiting';
  #rings = false;
  #gaveUp = false;
  #isDropped = false;
  #stopRinging: () => void = () => undefined;
  #stopSearch: () => void = () => undefined;
  readonly #stopLongest: () => void;

  constructor(private readonly options: CloudOutboundLegOptions) {
    this.#stopLongest = options.isSilent
      ? () => undefined
      : options.timers.after(MAX_WAIT_MS, () => void this.#tooLong());
    void this.#ask();
  }

  get carrierCallId(): string | null {
    return this.#carrierId;
  }

  /** Stops the ringing, or hangs up. Before the carrier's id is known, as soon as it is. */
  giveUp(): void {
    this.#gaveUp = true;
    if (this.#carrierId === null) return;
    this.hangUp();
    this.#cancel();
  }

  /** Ends the call at the carrier, if it is not over there. */
  hangUp(): void {
    if (this.#carrierId !== null && this.#state !== 'ended') {
      hangUpWithRetry(this.options.rest, this.#carrierId, this.options.timers);
    }
  }

  say({ carrierCallId: carrierId, ...word }: CloudCallStatus): void {
    if (this.#carrierId === null) this.#name(carrierId);
    // Somebody else's call, however it came to this address.
    if (this.#carrierId === carrierId) this.#take(word);
  }

  /** It is answered, as its audio says. */
  answer(): void {
    if (this.#stage !== 'waiting') return;
    this.#stage = 'answered';
    this.#stopWaiting();
    this.options.watcher.answered();
  }

  /** Nothing more is told of it, nor looked for. */
  drop(): void {
    this.#isDropped = true;
    this.#stage = 'done';
    this.#stopWaiting();
    this.#stopSearch();
  }

  async #ask(): Promise<void> {
    try {
      this.#name(await this.options.ask());
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error;
      if (error.outcomeUnknown) this.#search();
      else this.#fail(error.event, error.said);
    }
  }

  /** Whether the carrier has begun a call is not known: it is looked for, and its callbacks may tell. It is never asked again. */
  #search(leftMs = SEARCH_MS): void {
    if (this.#stage === 'done') return;
    this.#stopSearch = this.options.timers.after(SEARCH_INTERVAL_MS, () => {
      void this.#look(leftMs - SEARCH_INTERVAL_MS);
    });
  }

  async #look(leftMs: number): Promise<void> {
    const { rest, isOthers, order, since } = this.options;
    const found = await rest.listCalls(order, since).catch(() => []);
    const mine: CloudCallStatus[] = [];
    for (const word of found) if (!(await isOthers(word.carrierCallId))) mine.push(word);
    if (this.#carrierId !== null || this.#stage !== 'waiting') return;
    const [word, another] = mine;
    // Of two it cannot be told which is ours.
    if (word && !another) this.say(word);
    else if (leftMs <= 0) this.#fail({ type: 'request_lost' }, null);
    else this.#search(leftMs);
  }

  #name(carrierId: string): void {
    if (this.#carrierId !== null) return;
    this.#carrierId = carrierId;
    this.#stopSearch();
    this.options.watcher.onCallId(carrierId);
    if (this.#gaveUp) this.giveUp();
  }

  #take({ state, event, carrierStatus: said }: Omit<CloudCallStatus, 'carrierCallId'>): void {
    const isLater = ORDER.indexOf(state) > ORDER.indexOf(this.#state);
    if (!isLater) return;
    this.#state = state;
    if (this.#stage === 'done') {
      // It rings although nobody waits for it any more.
      if (!this.#isDropped) this.hangUp();
    } else if (this.#stage === 'answered') {
      if (state === 'ended') this.#end();
    } else if (state === 'ringing') this.#ring();
    else if (state === 'answered') this.answer();
    else if (state === 'ended' && event !== null) this.#fail(event, said);
    else if (state === 'ended') {
      // It was answered and is over, perhaps before we heard of either.
      this.answer();
      this.#end();
    }
  }

  #ring(): void {
    if (this.#rings) return;
    this.#rings = true;
    const { timers, order, watcher, isSilent } = this.options;
    if (!isSilent) {
      this.#stopRinging = timers.after(order.ringSeconds * 1_000, () => {
        this.#ringTimeout();
      });
    }
    watcher.ringing();
  }

  async #tooLong(): Promise<void> {
    // Without an id the search decides.
    if (this.#stage !== 'waiting' || this.#carrierId === null) return;
    const isQueued = this.#state === 'queued';
    if (isQueued && (await this.options.rest.cancelCall(this.#carrierId).catch(() => false))) {
      this.#fail({ type: 'queued_too_long' }, null);
    } else this.#ringTimeout();
  }

  #ringTimeout(): void {
    if (this.#stage !== 'waiting') return;
    this.hangUp();
    this.#fail({ type: 'ring_timeout' }, null);
  }

  #fail(event: LegFailure, said: string | null): void {
    if (this.#stage !== 'waiting') return;
    this.#finish();
    this.options.watcher.failed(event, said);
  }

  #cancel(): void {
    if (this.#stage !== 'waiting') return;
    this.#finish();
    this.options.watcher.canceled();
  }

  #end(): void {
    if (this.#stage === 'done') return;
    this.#finish();
    this.options.watcher.over();
  }

  #finish(): void {
    this.#stage = 'done';
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#stopRinging();
    this.#stopLongest();
  }
}

const ORDER: readonly CloudCallStatus['state'][] = ['queued', 'in_transit', 'ringing', 'answered', 'ended'];
