import type { LegName } from '../../../domain/carrier';
import { TimerGroup } from '../../../../platform/timer-group';
import { type BridgeEnd, ROUNDING_MS, reconcileTalkMs } from '../../../domain/bridge-end';
import type { CallbackResponse, BridgeStatus } from '../adapter';
import { CloudOutboundLeg } from '../cloud-outbound-leg';
import type { CallbackHandler } from '../gateway/callback-handler';
import type { CarrierBridgeResult, CarrierBridgeOptions } from './carrier-bridge-options';

/** The carrier is asked so often how far a call is: words of it may be lost. */
const LOOK_MS = 15_000;
/** When the counsellor has gone, the carrier's word on the contact is waited for, and asked for, so often. */
const LAST_WORD_MS = 3_000;
const LAST_LOOKS = 3;
/** Extra time, so that the carrier's own limits end the call before ours. */
const GRACE_MS = 20_000;
const SILENT_GRACE_MS = 60_000;

/** One human call that one cloud carrier joins, from the request to its end. */
export class CarrierBridge {
  readonly ended: Promise<CarrierBridgeResult>;
  readonly #phone: CloudOutboundLeg;
  readonly #isSilent: boolean;
  readonly #told = new Set<'taken' | 'rings' | 'answered' | 'contact named'>();
  readonly #timers: TimerGroup;
  #end: (end: CarrierBridgeResult) => void = () => undefined;
  #isOver = false;
  #isGone = false;
  #answeredMs: number | null = null;

  constructor(private readonly options: CarrierBridgeOptions) {
    const { rest, order, ask, since, timers, isOthers, watcher, adapter } = options;
    this.#timers = new TimerGroup(timers);
    this.#isSilent = adapter.statusUpdates === 'final_only';
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#phone = new CloudOutboundLeg({
      rest,
      ask,
      since,
      timers,
      isOthers,
      isSilent: this.#isSilent,
      order: { to: order.counsellor, from: order.from, ringSeconds: order.ringSeconds },
      watcher: {
        onCallId: (carrierId) => {
          watcher.onCallId(carrierId);
          if (this.#isSilent) this.#take();
          this.#lookLater(options.isRecovered ? 0 : LOOK_MS);
        },
        ringing: () => {
          if (!this.#isSilent) watcher.counsellorRings();
        },
        answered: () => {
          this.#take();
        },
        failed: (event, said) => {
          this.#settle({ kind: 'failed', event, said });
        },
        canceled: () => {
          this.#settle({ kind: 'canceled' });
        },
        over: () => {
          this.#counsellorGone();
        },
      },
    });
    const { ringSeconds, maxTalkSeconds } = order;
    if (this.#isSilent) {
      this.#timers.after(
        (2 * ringSeconds + maxTalkSeconds) * 1_000 + SILENT_GRACE_MS,
        () => void this.#tooLong(),
      );
    }
  }

  get carrierCallId(): string | null {
    return this.#phone.carrierCallId;
  }

  /** It would go on if this process ended: the carrier knows all that it has to. */
  get canOutliveProcess(): boolean {
    return this.options.adapter.callbacks.has('answer')
      ? this.#told.has('taken')
      : this.carrierCallId !== null;
  }

  /** The leg of one of the two, as the carrier's requests find it. */
  leg(who: LegName): CallbackHandler {
    return {
      acceptsStream: false,
      attachStream: () => undefined,
      nextInstruction: () => (who === 'counsellor' ? this.#whatToDo() : null),
      onCallback: async (fields) => {
        const word = this.options.adapter.parseBridgeStatus(fields, who);
        if (word) this.say(word);
        await this.options.stored();
      },
    };
  }

  say({ carrierCallId: carrierId, counsellor, contact, contactId, end }: BridgeStatus): void {
    const phone = this.#phone;
    if (phone.carrierCallId === null)
      phone.say({ carrierCallId: carrierId, state: 'in_transit', event: null, carrierStatus: '' });
    if (phone.carrierCallId !== carrierId || this.#isOver) {
      // One that rings although nobody waits is hung up.
      if (counsellor) phone.say({ carrierCallId: carrierId, ...counsellor });
      return;
    }
    const { watcher } = this.options;
    if (contactId !== undefined && this.#isNew('contact named')) watcher.contactNamed(contactId);
    if (contact === 'ringing' && !this.#isSilent && this.#isNew('rings')) watcher.contactRings();
    if (contact === 'answered') this.#contactAnswered();
    if (end) this.#over(end);
    else if (counsellor) phone.say({ carrierCallId: carrierId, ...counsellor });
  }

  /** Ends both legs, where the carrier can. */
  hangUp(): void {
    // No request stops it: the carrier's limits do.
    if (this.#isSilent || this.#isOver) return;
    this.#phone.giveUp();
    if (this.#answeredMs !== null) this.#settle({ ...this.#talked(null), by: 'us' });
    else if (this.#told.has('taken')) this.#settle({ kind: 'canceled' });
  }

  /** Follows it no longer, and leaves it as it is. */
  drop(): void {
    this.#isOver = true;
    this.#phone.drop();
    this.#timers.stop();
  }

  #whatToDo(): CallbackResponse | null {
    // Who took it over does not know the addresses that were given out.
    if (this.#isOver || this.options.isRecovered) return null;
    this.#phone.answer();
    return this.options.adapter.bridgeResponse(this.options.order);
  }

  #take(): void {
    if (!this.#isNew('taken')) return;
    this.options.watcher.taken();
    if (this.#isSilent) return;
    this.#timers.after(this.options.order.ringSeconds * 1_000 + GRACE_MS, () => void this.#tooLong());
  }

  #contactAnswered(): void {
    if (this.#isSilent || !this.#isNew('answered')) return;
    // Its own answer may have been lost.
    this.#phone.answer();
    this.#answeredMs = this.options.nowMs();
    this.options.watcher.contactAnswered();
    const { maxTalkSeconds } = this.options.order;
    if (maxTalkSeconds > 0) {
      this.#timers.after(maxTalkSeconds * 1_000, () => {
        this.#phone.hangUp();
        this.#settle({ ...this.#talked(null), by: 'limit' });
      });
    }
  }

  #counsellorGone(): void {
    if (this.#answeredMs !== null) this.#settle(this.#talked(null));
    else {
      this.#isGone = true;
      this.#lastLook(LAST_LOOKS);
    }
  }

  /** What became of the contact is not known: the last word may be on its way. */
  #lastLook(left: number): void {
    this.#timers.after(LAST_WORD_MS, () => {
      void this.#look().then(() => {
        if (left > 1) this.#lastLook(left - 1);
        else this.#settle({ kind: 'counsellor_hung_up' });
      });
    });
  }

  #over(end: BridgeEnd): void {
    if (end.kind === 'talked') this.#settle(this.#talked(end));
    // Not answered, because the counsellor had gone and the ringing was stopped.
    else if (this.#isGone && end.kind === 'unanswered' && end.event.type === 'no_answer') {
      this.#settle({ kind: 'counsellor_hung_up' });
    } else this.#settle(this.#answeredMs === null ? end : this.#talked(null));
  }

  #talked(
    end: Extract<BridgeEnd, { kind: 'talked' }> | null,
  ): Extract<CarrierBridgeResult, { kind: 'talked' }> {
    const { order, since } = this.options;
    const { maxTalkSeconds } = order;
    const now = this.options.now();
    const seenMs = this.#answeredMs === null ? null : Math.round(this.options.nowMs() - this.#answeredMs);
    const talkMs = reconcileTalkMs(seenMs, end?.talkMs ?? null, now.getTime() - since.getTime());
    const told = end?.answeredAt ?? null;
    // Some carriers write a time that they do not know as the year 1970, and any may be wrong about the zone.
    const canBe = told !== null && told.getTime() + ROUNDING_MS > since.getTime() && told <= now;
    const answeredAt = canBe ? told : new Date(now.getTime() - talkMs);
    const isLimit = maxTalkSeconds > 0 && talkMs >= maxTalkSeconds * 1_000;
    return { kind: 'talked', talkMs, by: isLimit ? 'limit' : 'them', answeredAt };
  }

  async #tooLong(): Promise<void> {
    await this.#look();
    if (this.#isOver || this.#answeredMs !== null) return;
    if (this.#isSilent) this.#settle({ kind: 'unknown' });
    else {
      this.#phone.hangUp();
      this.#settle({ kind: 'unanswered', who: 'contact', event: { type: 'ring_timeout' } });
    }
  }

  #lookLater(ms: number): void {
    this.#timers.after(ms, () => {
      void this.#look().then(() => {
        this.#lookLater(LOOK_MS);
      });
    });
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    const { carrierCallId: carrierId } = this.#phone;
    if (carrierId === null) return;
    const word = await this.options.rest.fetchBridge(carrierId, this.options.order).catch(() => null);
    if (word && !this.#isOver) this.say(word);
  }

  #isNew(what: 'taken' | 'rings' | 'answered' | 'contact named'): boolean {
    if (this.#isOver || this.#told.has(what)) return false;
    this.#told.add(what);
    return true;
  }

  #settle(end: CarrierBridgeResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timers.stop();
    // Whoever is left is not kept on the line.
    if (end.kind !== 'failed' && end.kind !== 'canceled') this.#phone.hangUp();
    this.#end(end);
  }
}
