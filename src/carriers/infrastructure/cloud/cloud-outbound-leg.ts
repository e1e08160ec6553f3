import type { Timers } from '../../../platform/timers';
import type { LegFailure } from '../../domain/cause-map';
import type { CreateCallOptions, CloudCallsApi, CloudCallStatus, CloudLegStatus } from './adapter';
import { CloudFailure } from './cloud-http-client';
import { hangUpWithRetry } from './hang-up';

/** After the request, whatever its ring timeout. */
const MAX_RINGING_MS = 60_000;
/** Polls for a call whose create response was lost. */
const SEARCH_TIMEOUT_MS = 60_000;
const SEARCH_INTERVAL_MS = 5_000;

/** Each fires at most once. */
interface OutboundLegListener {
  onCallId(carrierCallId: string): void;
  onRinging(): void;
  onAnswered(): void;
  onFailed(event: LegFailure, response: string | null): void;
  onCanceled(): void;
  onEnded(): void;
}

export interface CloudOutboundLegOptions {
  readonly rest: Pick<CloudCallsApi, 'listCalls' | 'endCall' | 'cancelCall'>;
  /** Sends the request. @returns the carrier's id. @throws CloudFailure */
  readonly create: () => Promise<string>;
  readonly request: Pick<CreateCallOptions, 'to' | 'from' | 'ringSeconds'>;
  /** The carrier reports only the end, so our ring timeout does not apply. */
  readonly isSilent?: boolean;
  readonly timers: Timers;
  /** Older calls of the carrier are not this one. */
  readonly since: Date;
  /** The carrier's call is another one of ours. Never rejects. */
  readonly isOthers: (carrierCallId: string) => Promise<boolean>;
  readonly listener: OutboundLegListener;
}

/** One phone that a cloud carrier rings. Statuses may arrive in any order. */
export class CloudOutboundLeg {
  #carrierCallId: string | null = null;
  #state: CloudCallStatus['state'] = 'queued';
  #phase: 'waiting' | 'answered' | 'done' | 'detached' = 'waiting';
  #isRinging = false;
  #isGivenUp = false;
  /** A queued call is being canceled; its callback may overtake the response. */
  #isCanceling = false;
  /** The maximum passed before the carrier's id was known. */
  #isLate = false;
  #stopRinging: () => void = () => undefined;
  #stopSearch: () => void = () => undefined;
  #stopMaximum: () => void;

  constructor(private readonly options: CloudOutboundLegOptions) {
    this.#stopMaximum = options.isSilent
      ? () => undefined
      : options.timers.after(MAX_RINGING_MS, () => void this.#maxRinging());
    void this.#create();
  }

  get carrierCallId(): string | null {
    return this.#carrierCallId;
  }

  /** At the latest when the carrier's id is known. */
  giveUp(): void {
    this.#isGivenUp = true;
    if (this.#carrierCallId === null) return;
    this.hangUp();
    this.#cancel();
  }

  /** At the latest when the carrier's id is known. */
  hangUp(): void {
    if (this.#carrierCallId === null) this.#isGivenUp = true;
    else if (this.#state !== 'ended') {
      hangUpWithRetry(this.options.rest, this.#carrierCallId, this.options.timers);
    }
  }

  onStatus({ carrierCallId, ...status }: CloudCallStatus): void {
    if (this.#carrierCallId === null) this.#identify(carrierCallId);
    // Ignores a callback for another call.
    if (this.#carrierCallId === carrierCallId) this.#apply(status);
  }

  /** The leg's audio flows. */
  answer(): void {
    if (this.#phase !== 'waiting') return;
    this.#phase = 'answered';
    this.#stopWaiting();
    this.options.listener.onAnswered();
  }

  /** Emits no further events. */
  drop(): void {
    this.#phase = 'detached';
    this.#stopWaiting();
    this.#stopSearch();
  }

  async #create(): Promise<void> {
    try {
      this.#identify(await this.options.create());
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error;
      // Callbacks decide: a second request would ring the phone twice.
      if (this.#carrierCallId !== null) return;
      if (error.outcomeUnknown) this.#search();
      else this.#fail(error.event, error.response);
    }
  }

  /**
   * The carrier may have placed the call, so the request is never repeated. A callback may arrive before the search
   * ends.
   */
  #search(leftMs = SEARCH_TIMEOUT_MS): void {
    if (this.#isOver) return;
    this.#stopSearch = this.options.timers.after(
      SEARCH_INTERVAL_MS,
      () => void this.#poll(leftMs - SEARCH_INTERVAL_MS),
    );
  }

  async #poll(leftMs: number): Promise<void> {
    const { rest, isOthers, request, since } = this.options;
    const found = await rest.listCalls(request, since).catch(() => []);
    const own: CloudCallStatus[] = [];
    for (const status of found) if (!(await isOthers(status.carrierCallId))) own.push(status);
    if (this.#carrierCallId !== null || this.#isOver) return;
    const [status, second] = own;
    // With two matches the call is ambiguous, so neither is adopted.
    if (status && !second) this.onStatus(status);
    else if (leftMs <= 0) this.#fail({ type: 'request_lost' }, null);
    else this.#search(leftMs);
  }

  #identify(carrierCallId: string): void {
    if (this.#carrierCallId !== null) return;
    this.#carrierCallId = carrierCallId;
    this.#stopSearch();
    this.options.listener.onCallId(carrierCallId);
    if (this.#isGivenUp) this.giveUp();
    // After the status that named it, which may be the answer.
    else if (this.#isLate) this.#stopMaximum = this.options.timers.after(0, () => void this.#maxRinging());
  }

  #apply({ state, event, carrierStatus }: CloudLegStatus): void {
    const isLater = ORDER.indexOf(state) > ORDER.indexOf(this.#state);
    if (!isLater) return;
    this.#state = state;
    if (this.#phase === 'detached') return;
    // Hangs up a call that rings after we gave up.
    if (this.#phase === 'done') this.hangUp();
    else if (this.#phase === 'answered') {
      if (state === 'ended') this.#end();
    } else if (state === 'ringing') this.#ring();
    else if (state === 'answered') this.answer();
    else if (state === 'ended' && event !== null) {
      const isCanceled = this.#isCanceling && !this.#isRinging && carrierStatus === 'canceled';
      this.#fail(isCanceled ? { type: 'queued_too_long' } : event, isCanceled ? null : carrierStatus);
    } else if (state === 'ended') {
      // The statuses of answer and end may have been lost.
      this.answer();
      this.#end();
    }
  }

  #ring(): void {
    if (this.#isRinging) return;
    this.#isRinging = true;
    const { timers, request, listener, isSilent } = this.options;
    if (!isSilent) {
      this.#stopRinging = timers.after(request.ringSeconds * 1_000, () => this.#ringTimeout());
    }
    listener.onRinging();
  }

  async #maxRinging(): Promise<void> {
    // Without an id the search is still running.
    this.#isLate = this.#carrierCallId === null;
    if (this.#phase !== 'waiting' || this.#carrierCallId === null) return;
    this.#isCanceling = this.#state === 'queued';
    const isCanceled =
      this.#isCanceling && (await this.options.rest.cancelCall(this.#carrierCallId).catch(() => false));
    // A phone that rang is never dialed again.
    if (isCanceled && !this.#isRinging) this.#fail({ type: 'queued_too_long' }, null);
    else this.#ringTimeout();
  }

  #ringTimeout(): void {
    if (this.#phase !== 'waiting') return;
    this.hangUp();
    this.#fail({ type: 'ring_timeout' }, null);
  }

  #fail(event: LegFailure, response: string | null): void {
    if (this.#phase !== 'waiting') return;
    this.#finish();
    const isRefused = this.#isRinging && event.type === 'not_allowed';
    // A phone that rang is never dialed again, on no trunk.
    this.options.listener.onFailed(isRefused ? { ...event, rang: true } : event, response);
  }

  #cancel(): void {
    if (this.#phase !== 'waiting') return;
    this.#finish();
    this.options.listener.onCanceled();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#finish();
    this.options.listener.onEnded();
  }

  get #isOver(): boolean {
    return this.#phase === 'done' || this.#phase === 'detached';
  }

  #finish(): void {
    this.#phase = 'done';
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#stopRinging();
    this.#stopMaximum();
  }
}

const ORDER: readonly CloudCallStatus['state'][] = ['queued', 'in_transit', 'ringing', 'answered', 'ended'];
