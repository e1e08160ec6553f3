import { TimerGroup } from '../../../../platform/timer-group';
import type { Timers } from '../../../../platform/timers';
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
  readonly flushed: () => Promise<void>;
}

/** The phone of a transfer's target: the child leg of the contact's call, which the carrier bridges. */
export class TransferTargetLeg implements CallbackHandler {
  readonly acceptsStream = false;
  /** `respond`: to the carrier's open request; null without one. */
  readonly ended: Promise<{
    readonly end: TransferTargetEnd;
    readonly respond: ((response: CallbackResponse) => void) | null;
  }>;
  readonly #reported = new Set<'id' | 'ringing' | 'answered'>();
  readonly #timers: TimerGroup;
  #settle: (end: TransferTargetEnd, respond: ((response: CallbackResponse) => void) | null) => void = () =>
    undefined;
  /** Before the carrier requests the next instruction. */
  #end: TransferTargetEnd | null = null;
  #talkMs: number | null = null;
  #isOver = false;
  #instruction: Promise<CallbackResponse> | null = null;

  constructor(private readonly options: TransferTargetLegOptions) {
    this.#timers = new TimerGroup(options.timers);
    this.ended = new Promise((resolve) => {
      this.#settle = (end, respond) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#timers.stop();
        resolve({ end, respond });
      };
    });
    this.#timers.after(options.request.ringSeconds * 1_000 + GRACE_MS, () => void this.#onRingTimeout());
    this.#pollLater();
  }

  get wasAnswered(): boolean {
    return this.#reported.has('answered');
  }

  /** The talk time in the carrier's status; null before it. */
  get talkMs(): number | null {
    return this.#talkMs;
  }

  attachStream(): void {
    // The audio stays with the carrier.
  }

  stop(): void {
    this.#settle({ kind: 'abandoned' }, null);
  }

  /** Emits no further events. */
  drop(): void {
    this.#isOver = true;
    this.#timers.stop();
  }

  async onCallback(fields: ReadonlyMap<string, string>): Promise<void> {
    const status = this.options.adapter.parseBridgeStatus(fields, 'child');
    if (status) this.onStatus(status);
    await this.options.flushed();
  }

  /** After the end of the target's phone. A repeated request gets the same response. */
  nextInstruction(kind: CallbackKind): Promise<CallbackResponse> | null {
    if (kind !== 'next') return null;
    if (this.#instruction) return this.#instruction;
    if (this.#isOver) return Promise.resolve(this.options.otherwise());
    this.#instruction = new Promise((resolve) =>
      this.#settle(
        this.#end ??
          (this.wasAnswered ? { kind: 'talked' } : { kind: 'unanswered', event: { type: 'no_answer' } }),
        resolve,
      ),
    );
    return this.#instruction;
  }

  onStatus({ carrierCallId, parent, child, childId, end }: BridgeStatus): void {
    if (this.#isOver || carrierCallId !== this.options.carrierCallId) return;
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
    if (!this.#end && this.#isNew('answered')) this.options.onAnswered(agoMs);
  }

  #onEnd(end: TransferTargetEnd): void {
    if (this.#end) return;
    const known: TransferTargetEnd = this.wasAnswered ? { kind: 'talked' } : end;
    this.#end = known;
    this.#timers.after(NEXT_TIMEOUT_MS, () => this.#settle(known, null));
  }

  async #onRingTimeout(): Promise<void> {
    if (!this.wasAnswered) await this.poll();
    if (this.wasAnswered || this.#end) return;
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

  #isNew(milestone: 'id' | 'ringing' | 'answered'): boolean {
    if (this.#isOver || this.#reported.has(milestone)) return false;
    this.#reported.add(milestone);
    return true;
  }
}
