import { deferred } from '../../../../platform/kernel/async/deferred';
import { TimerGroup } from '../../../../platform/kernel/time/timer-group';
import type { Timers } from '../../../../platform/kernel/time/timers';
import type { LegFailure } from '../../../domain/cause-map';
import type { CloudAdapter, CallbackResponse, CloudCallsApi, CallbackKind, BridgeStatus } from '../adapter';
import type { CallbackHandler } from '../gateway/callback-handler';

/** Statuses may be lost, so the carrier is polled. */
const POLL_INTERVAL_MS = 15_000;
/** The carrier's own ring timeout comes first. */
const GRACE_MS = 5_000;
/** The limit from the end of the target's phone to the carrier's request. */
const NEXT_TIMEOUT_MS = 3_000;

/** `abandoned`: the contact hung up, or we did. */
type TransferTargetEnd =
  | { readonly kind: 'talked' }
  | { readonly kind: 'unanswered'; readonly event: LegFailure }
  | { readonly kind: 'abandoned' };

const TALKED: TransferTargetEnd = { kind: 'talked' };

type TransferTargetState =
  | { readonly status: 'ringing' | 'talking' | 'over' }
  /** The carrier's request for the next instruction is awaited. */
  | { readonly status: 'ended'; readonly end: TransferTargetEnd };

type Respond = (response: CallbackResponse) => void;

export interface TransferTargetLegOptions {
  readonly carrierCallId: string;
  readonly adapter: Pick<CloudAdapter, 'parseBridgeStatus'>;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge'>;
  readonly request: { readonly to: string; readonly from: string; readonly ringSeconds: number };
  readonly timers: Timers;
  readonly onCallId: (carrierCallId: string) => void;
  readonly onRinging: () => void;
  readonly onAnswered: (agoMs: number) => void;
  readonly onContactEnd: () => void;
  /** The response to a repeated request. */
  readonly otherwise: () => CallbackResponse;
}

/** The phone of a transfer's target: the child leg of the contact's call, which the carrier bridges. */
export class TransferTargetLeg implements CallbackHandler {
  readonly acceptsStream = false;
  readonly #ended = deferred<{ readonly end: TransferTargetEnd; readonly respond: Respond | null }>();
  /** `respond`: to the carrier's open request; null without one. */
  readonly ended = this.#ended.promise;
  #state: TransferTargetState = { status: 'ringing' };
  readonly #reported = new Set<'id' | 'ringing'>();
  readonly #timers: TimerGroup;
  #talkMs: number | null = null;
  #instruction: Promise<CallbackResponse> | null = null;

  constructor(private readonly options: TransferTargetLegOptions) {
    this.#timers = new TimerGroup(options.timers);
    this.#timers.after(options.request.ringSeconds * 1_000 + GRACE_MS, () => void this.#onRingTimeout());
    this.#pollLater();
  }

  /** Until it is over. */
  get wasAnswered(): boolean {
    const state = this.#state;
    return state.status === 'talking' || (state.status === 'ended' && state.end.kind === 'talked');
  }

  /** The talk time in the carrier's status; null before it. */
  get talkMs(): number | null {
    return this.#talkMs;
  }

  attachStream(): void {
    // The audio stays with the carrier.
  }

  stop(): void {
    this.#settle(this.wasAnswered ? TALKED : { kind: 'abandoned' }, null);
  }

  /** Emits no further events. */
  drop(): void {
    this.#state = { status: 'over' };
    this.#timers.stop();
  }

  onCallback(fields: ReadonlyMap<string, string>): void {
    const status = this.options.adapter.parseBridgeStatus(fields, 'child');
    if (status) this.onStatus(status);
  }

  /** After the end of the target's phone. A repeated request gets the same response. */
  nextInstruction(kind: CallbackKind): Promise<CallbackResponse> | null {
    if (kind !== 'next') return null;
    if (this.#instruction) return this.#instruction;
    if (this.#state.status === 'over') return Promise.resolve(this.options.otherwise());
    const { promise, resolve } = deferred<CallbackResponse>();
    this.#instruction = promise;
    this.#settle(this.#firstEnd({ kind: 'unanswered', event: { type: 'no_answer' } }), resolve);
    return promise;
  }

  onStatus({ carrierCallId, parent, child, childId, end }: BridgeStatus): void {
    if (this.#state.status === 'over' || carrierCallId !== this.options.carrierCallId) return;
    if (childId !== undefined && this.#isNew('id')) this.options.onCallId(childId);
    if (child === 'ringing' && this.#isNew('ringing')) this.options.onRinging();
    if (child === 'answered') this.#onAnswered(0);
    if (end?.kind === 'talked') {
      this.#talkMs = end.talkMs;
      this.#onAnswered(end.talkMs ?? 0);
    }
    // Set before the end is stored: the contact ended the call, not the target.
    if (parent?.state === 'ended' || end?.kind === 'parent_hung_up') this.options.onContactEnd();
    if (end) this.#onEnd(end.kind === 'parent_hung_up' ? { kind: 'abandoned' } : end);
  }

  #onAnswered(agoMs: number): void {
    if (this.#state.status !== 'ringing') return;
    this.#state = { status: 'talking' };
    this.options.onAnswered(agoMs);
  }

  #onEnd(reported: TransferTargetEnd): void {
    if (this.#state.status !== 'ringing' && this.#state.status !== 'talking') return;
    const end = this.#firstEnd(reported);
    this.#state = { status: 'ended', end };
    this.#timers.after(NEXT_TIMEOUT_MS, () => this.#settle(end, null));
  }

  #firstEnd(reported: TransferTargetEnd): TransferTargetEnd {
    if (this.#state.status === 'ended') return this.#state.end;
    return this.#state.status === 'talking' ? TALKED : reported;
  }

  async #onRingTimeout(): Promise<void> {
    if (this.#state.status === 'ringing') await this.poll();
    if (this.#state.status === 'ringing')
      this.#settle({ kind: 'unanswered', event: { type: 'ring_timeout' } }, null);
  }

  #pollLater(): void {
    this.#timers.after(POLL_INTERVAL_MS, () => {
      void this.poll().then(() => this.#pollLater());
    });
  }

  /** Never rejects. */
  async poll(): Promise<void> {
    const { rest, carrierCallId, request } = this.options;
    const status = await rest.fetchBridge(carrierCallId, request).catch(() => null);
    if (status) this.onStatus(status);
  }

  #isNew(milestone: 'id' | 'ringing'): boolean {
    const isNew = !this.#reported.has(milestone);
    this.#reported.add(milestone);
    return isNew;
  }

  #settle(end: TransferTargetEnd, respond: Respond | null): void {
    if (this.#state.status === 'over') return;
    this.drop();
    this.#ended.resolve({ end, respond });
  }
}
