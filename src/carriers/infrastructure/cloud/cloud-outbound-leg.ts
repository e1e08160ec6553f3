import { StateMachine, type TriggerOf } from '../../../platform/kernel/transition-table';
import { TimerGroup } from '../../../platform/kernel/time/timer-group';
import type { Timers } from '../../../platform/kernel/time/timers';
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

const UNANSWERED = { answer: 'answered', fail: 'ended', give_up: 'ended', drop: 'detached' } as const;

/** The course of a leg for its listener. What the carrier reports may be behind or ahead. */
export const OUTBOUND_LEG = {
  requested: { ...UNANSWERED, cancel_queued: 'canceling', ring: 'ringing' },
  /** A queued call is being canceled; its callback may overtake the response. */
  canceling: { ...UNANSWERED, ring: 'ringing' },
  ringing: UNANSWERED,
  answered: { end: 'ended', drop: 'detached' },
  ended: { drop: 'detached' },
  /** Emits no further events. */
  detached: {},
} as const;
type OutboundLegStatus = keyof typeof OUTBOUND_LEG;
export type OutboundLegTrigger = TriggerOf<typeof OUTBOUND_LEG>;

/** One phone that a cloud carrier rings. Statuses may arrive in any order. */
export class CloudOutboundLeg {
  readonly #machine = new StateMachine<OutboundLegStatus, OutboundLegTrigger>(OUTBOUND_LEG, 'requested');
  #carrierState: CloudCallStatus['state'] = 'queued';
  #carrierCallId: string | null = null;
  /** What happens as soon as the carrier's id is known. */
  #onceKnown: 'nothing' | 'ring_timeout' | 'give_up' = 'nothing';
  /** Limits of the ringing. */
  readonly #timers: TimerGroup;
  #stopSearch: () => void = () => undefined;

  constructor(private readonly options: CloudOutboundLegOptions) {
    this.#timers = new TimerGroup(options.timers);
    if (!options.isSilent) this.#timers.after(MAX_RINGING_MS, () => void this.#maxRinging());
    void this.#create();
  }

  get status(): OutboundLegStatus {
    return this.#machine.status;
  }

  get carrierCallId(): string | null {
    return this.#carrierCallId;
  }

  /** At the latest when the carrier's id is known. */
  giveUp(): void {
    this.hangUp();
    if (this.#carrierCallId !== null && this.#move('give_up')) this.options.listener.onCanceled();
  }

  /** At the latest when the carrier's id is known. */
  hangUp(): void {
    if (this.#carrierCallId === null) this.#onceKnown = 'give_up';
    else if (this.#carrierState !== 'ended') {
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
    if (this.#move('answer')) this.options.listener.onAnswered();
  }

  drop(): void {
    this.#move('drop');
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
    if (this.#onceKnown === 'give_up') this.giveUp();
    // After the status that named it, which may be the answer.
    else if (this.#onceKnown === 'ring_timeout') this.#timers.after(0, () => void this.#maxRinging());
  }

  #apply({ state, event, carrierStatus }: CloudLegStatus): void {
    if (ORDER.indexOf(state) <= ORDER.indexOf(this.#carrierState)) return;
    this.#carrierState = state;
    // Hangs up a call that rings after we gave up.
    if (this.status === 'ended') this.hangUp();
    else if (state === 'ringing') this.#ring();
    else if (state === 'answered') this.answer();
    else if (state === 'ended') this.#onCarrierEnd(event, carrierStatus);
  }

  #onCarrierEnd(event: LegFailure | null, carrierStatus: string): void {
    if (event === null) {
      // The statuses of answer and end may have been lost.
      this.answer();
    } else if (this.status === 'canceling' && carrierStatus === 'canceled') {
      this.#fail({ type: 'queued_too_long' }, null);
    } else this.#fail(event, carrierStatus);
    if (this.#move('end')) this.options.listener.onEnded();
  }

  #ring(): void {
    if (!this.#move('ring')) return;
    const { request, listener, isSilent } = this.options;
    if (!isSilent) this.#timers.after(request.ringSeconds * 1_000, () => this.#ringTimeout());
    listener.onRinging();
  }

  async #maxRinging(): Promise<void> {
    if (this.#carrierCallId === null) {
      // The search is still running.
      if (this.#onceKnown === 'nothing') this.#onceKnown = 'ring_timeout';
      return;
    }
    const isCanceled =
      this.#carrierState === 'queued' &&
      this.#move('cancel_queued') &&
      (await this.options.rest.cancelCall(this.#carrierCallId).catch(() => false));
    // A phone that rang is never dialed again.
    if (isCanceled && this.status === 'canceling') this.#fail({ type: 'queued_too_long' }, null);
    else this.#ringTimeout();
  }

  #ringTimeout(): void {
    if (!this.#machine.allows('fail')) return;
    this.hangUp();
    this.#fail({ type: 'ring_timeout' }, null);
  }

  #fail(event: LegFailure, response: string | null): void {
    const isRefused = this.status === 'ringing' && event.type === 'not_allowed';
    // A phone that rang is never dialed again, on no trunk.
    if (this.#move('fail'))
      this.options.listener.onFailed(isRefused ? { ...event, rang: true } : event, response);
  }

  #move(trigger: OutboundLegTrigger): boolean {
    const hasMoved = this.#machine.move(trigger);
    if (!this.#machine.allows('answer')) this.#timers.stop();
    return hasMoved;
  }

  get #isOver(): boolean {
    return this.status === 'ended' || this.status === 'detached';
  }
}

const ORDER: readonly CloudCallStatus['state'][] = ['queued', 'in_transit', 'ringing', 'answered', 'ended'];
