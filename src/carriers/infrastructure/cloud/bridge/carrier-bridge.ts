import { TimerGroup } from '../../../../platform/kernel/time/timer-group';
import { hasReachedLimit } from '../../../../shared-kernel/end-cause';
import { type BridgeEnd, type BridgeLeg, ROUNDING_MS, reconcileTalkMs } from '../../../domain/bridge-end';
import type { CallbackResponse, BridgeStatus } from '../adapter';
import { CloudOutboundLeg } from '../cloud-outbound-leg';
import type { CallbackHandler } from '../gateway/callback-handler';
import { ChildCause } from './child-cause';
import type { CarrierBridgeResult, CarrierBridgeOptions } from './carrier-bridge-options';
import { deferred } from '../../../../platform/kernel/async/deferred';

/** Statuses may be lost, so the carrier is polled. */
const POLL_INTERVAL_MS = 15_000;
/** After the counsellor hung up: for the contact's final status. */
const FINAL_POLL_INTERVAL_MS = 3_000;
const MAX_FINAL_POLLS = 3;
/** The carrier's own limits end the call before ours. */
const GRACE_MS = 20_000;
const SILENT_GRACE_MS = 60_000;
/** Exotel's longest TimeLimit; no other carrier reports only the end. */
const LONGEST_TALK_SECONDS = 14_400;

type State =
  | { readonly status: 'requested' | 'accepted' | 'over' }
  /** `isLate`: a poll found the contact's answer, some seconds late. */
  | { readonly status: 'talking'; readonly sinceMs: number; readonly isLate: boolean };

/** Follows one human call that a cloud carrier bridges, from the request to its end. */
export class CarrierBridge {
  readonly #ended = deferred<CarrierBridgeResult>();
  readonly ended = this.#ended.promise;
  readonly #phone: CloudOutboundLeg;
  readonly #isSilent: boolean;
  readonly #reported = new Set<'ringing' | 'contact id'>();
  readonly #timers: TimerGroup;
  readonly #childCause: ChildCause;
  #state: State = { status: 'requested' };
  /** When the counsellor hung up; null: still connected. */
  #leftMs: number | null = null;

  constructor(private readonly options: CarrierBridgeOptions) {
    const { rest, request, create, since, timers, isOthers, listener, adapter } = options;
    this.#timers = new TimerGroup(timers);
    this.#childCause = new ChildCause(this.#timers);
    this.#isSilent = adapter.statusUpdates === 'final_only';
    this.#phone = new CloudOutboundLeg({
      rest,
      create,
      since,
      timers,
      isOthers,
      isSilent: this.#isSilent,
      request: { to: request.counsellor, from: request.from, ringSeconds: request.ringSeconds },
      listener: {
        onCallId: (carrierCallId) => {
          listener.onCallId(carrierCallId);
          if (this.#isSilent) this.#accept();
          this.#pollAfter(options.isRecovered ? 0 : POLL_INTERVAL_MS);
        },
        onRinging: () => {
          if (!this.#isSilent) listener.onCounsellorRinging();
        },
        onAnswered: () => this.#accept(),
        onFailed: (event, response) => this.#settle({ kind: 'failed', event, response }),
        onCanceled: () => this.#settle({ kind: 'canceled' }),
        onEnded: () => this.#onCounsellorEnd(),
      },
    });
    const { ringSeconds, maxTalkSeconds } = request;
    // A recovering process does not know the limit of the talk.
    const longestSeconds = options.isRecovered ? LONGEST_TALK_SECONDS : maxTalkSeconds;
    if (this.#isSilent) {
      const limitMs = (2 * ringSeconds + longestSeconds) * 1_000 + SILENT_GRACE_MS;
      this.#timers.after(limitMs, () => void this.#onTimeout());
    }
  }

  get canOutliveProcess(): boolean {
    if (this.#isOver) return false;
    return this.options.adapter.callbacks.has('answer')
      ? this.#state.status !== 'requested'
      : this.#phone.carrierCallId !== null;
  }

  /** The counsellor's is the parent leg. */
  handlerOf(leg: BridgeLeg): CallbackHandler {
    return {
      acceptsStream: false,
      attachStream: () => undefined,
      nextInstruction: () => (leg === 'parent' ? this.#nextInstruction() : null),
      onCallback: (fields) => {
        const status = this.options.adapter.parseBridgeStatus(fields, leg);
        if (status) this.onStatus(status);
      },
    };
  }

  onStatus({ carrierCallId, parent, child, childId, childCause, end }: BridgeStatus, isPolled = false): void {
    const phone = this.#phone;
    if (phone.carrierCallId === null)
      phone.onStatus({ carrierCallId, state: 'in_transit', event: null, carrierStatus: '' });
    if (phone.carrierCallId !== carrierCallId || this.#isOver) {
      // Hangs up a call that rings after we gave up.
      if (parent) phone.onStatus({ carrierCallId, ...parent });
      return;
    }
    const { listener } = this.options;
    if (childId !== undefined && this.#isNew('contact id')) listener.onContactId(childId);
    // The contact's phone rings only after the counsellor's answer, whose status may have been lost.
    if (!this.#isSilent && (child !== undefined || end)) phone.answer();
    if (child === 'ringing' && !this.#isSilent && this.#isNew('ringing')) listener.onContactRinging();
    if (child === 'answered') this.#contactAnswered(isPolled);
    if (childCause) this.#childCause.onCause(childCause);
    if (end) this.#onEnd(end);
    else if (parent) phone.onStatus({ carrierCallId, ...parent });
  }

  hangUp(): void {
    // No request ends the call of such a carrier; its limits do.
    if (this.#isSilent || this.#isOver) return;
    this.#phone.giveUp();
    if (this.#state.status === 'talking') this.#settle({ ...this.#talkedResult(null), by: 'us' });
    else if (this.#state.status === 'accepted') this.#settle({ kind: 'canceled' });
  }

  /** Stops polling and emits no further events. The call continues. */
  drop(): void {
    this.#state = { status: 'over' };
    this.#phone.drop();
    this.#timers.stop();
  }

  #nextInstruction(): CallbackResponse | null {
    // A recovering process does not know the addresses of the request.
    if (this.#isOver || this.options.isRecovered) return null;
    this.#phone.answer();
    return this.options.adapter.bridgeResponse(this.options.request);
  }

  #accept(): void {
    if (this.#state.status !== 'requested') return;
    this.#state = { status: 'accepted' };
    this.options.listener.onAccepted();
    if (this.#isSilent) return;
    this.#timers.after(this.options.request.ringSeconds * 1_000 + GRACE_MS, () => void this.#onTimeout());
  }

  #contactAnswered(isLate: boolean): void {
    if (this.#isSilent || this.#state.status !== 'accepted') return;
    this.#state = { status: 'talking', sinceMs: this.options.timers.now(), isLate };
    this.options.listener.onContactAnswered();
    const { maxTalkSeconds } = this.options.request;
    if (maxTalkSeconds > 0) {
      this.#timers.after(maxTalkSeconds * 1_000, () => {
        this.#phone.hangUp();
        this.#settle({ ...this.#talkedResult(null), by: 'limit' });
      });
    }
  }

  #onCounsellorEnd(): void {
    this.#leftMs = this.options.timers.now();
    if (this.#state.status === 'talking' && !this.#state.isLate) this.#settle(this.#talkedResult(null));
    else this.#pollFinal(MAX_FINAL_POLLS);
  }

  #pollFinal(left: number): void {
    this.#timers.after(
      FINAL_POLL_INTERVAL_MS,
      () =>
        void this.#poll().then(() => {
          if (left > 1) this.#pollFinal(left - 1);
          else this.#onEnd({ kind: 'parent_hung_up' });
        }),
    );
  }

  #onEnd(end: BridgeEnd): void {
    if (end.kind === 'talked') this.#settle(this.#talkedResult(end));
    else if (this.#state.status === 'talking') this.#settle(this.#talkedResult(null));
    // The contact's ringing stopped because the counsellor left.
    else if (this.#leftMs !== null && end.kind === 'unanswered' && end.event.type === 'no_answer')
      this.#settle({ kind: 'parent_hung_up' });
    else this.#childCause.complete(end, (known) => this.#settle(known));
  }

  #talkedResult(
    end: Extract<BridgeEnd, { kind: 'talked' }> | null,
  ): Extract<CarrierBridgeResult, { kind: 'talked' }> {
    const { request, since } = this.options;
    const { maxTalkSeconds } = request;
    const now = this.options.now();
    const endedMs = this.#leftMs ?? this.options.timers.now();
    // A late status of the answer may follow the end.
    const seenMs =
      this.#state.status === 'talking' ? Math.max(0, Math.round(endedMs - this.#state.sinceMs)) : null;
    const longestMs = now.getTime() - since.getTime();
    const talkMs = reconcileTalkMs(seenMs, end?.talkMs ?? null, longestMs);
    const reported = end?.answeredAt ?? null;
    // Some carriers write an unknown time as the year 1970, and any may be wrong about the zone.
    const isPlausible =
      reported !== null && reported.getTime() + ROUNDING_MS > since.getTime() && reported <= now;
    // A rounded time of the answer may lie before our request.
    const answeredMs = isPlausible ? Math.max(reported.getTime(), since.getTime()) : now.getTime() - talkMs;
    const isLimit = hasReachedLimit(talkMs, Math.min(end?.talkMs ?? 0, longestMs), maxTalkSeconds);
    return { kind: 'talked', talkMs, by: isLimit ? 'limit' : 'them', answeredAt: new Date(answeredMs) };
  }

  async #onTimeout(): Promise<void> {
    await this.#poll();
    if (this.#isOver || this.#state.status === 'talking') return;
    if (this.#isSilent) this.#settle({ kind: 'unknown' });
    else {
      this.#phone.hangUp();
      this.#settle({ kind: 'unanswered', leg: 'child', event: { type: 'ring_timeout' } });
    }
  }

  #pollAfter(ms: number): void {
    this.#timers.after(ms, () => {
      void this.#poll().then(() => this.#pollAfter(POLL_INTERVAL_MS));
    });
  }

  /** Never rejects. */
  async #poll(): Promise<void> {
    const { carrierCallId } = this.#phone;
    if (carrierCallId === null) return;
    const { rest, request } = this.options;
    const { contact: to, from } = request;
    const status = await rest.fetchBridge(carrierCallId, { to, from }).catch(() => null);
    if (status && !this.#isOver) this.onStatus(status, true);
  }

  #isNew(milestone: 'ringing' | 'contact id'): boolean {
    return this.#reported.size < this.#reported.add(milestone).size;
  }

  get #isOver(): boolean {
    return this.#state.status === 'over';
  }

  #settle(end: CarrierBridgeResult): void {
    if (this.#isOver) return;
    this.#state = { status: 'over' };
    this.#timers.stop();
    // Hangs up the other phone.
    if (end.kind !== 'failed' && end.kind !== 'canceled') this.#phone.hangUp();
    this.#ended.resolve(end);
  }
}
