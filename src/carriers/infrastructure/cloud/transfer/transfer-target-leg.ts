import { TimerGroup } from '../../../../platform/timer-group';
import type { Timers } from '../../../../platform/timers';
import type { LegFailure } from '../../../domain/cause-map';
import type { CloudAdapter, CallbackResponse, CloudCallsApi, CallbackKind, BridgeStatus } from '../adapter';
import type { CallbackHandler } from '../gateway/callback-handler';

/** The carrier is asked so often how far a person is: words of it may be lost. */
const LOOK_MS = 15_000;
/** The carrier's own ring timeout comes first. */
const GRACE_MS = 5_000;
/** When the person's phone is over, the carrier asks what to do next within this time. */
const NEXT_MS = 3_000;

/** What became of a person's phone; `gone`: the contact has hung up, or we have. */
type TransferTargetEnd =
  | { readonly kind: 'talked' }
  | { readonly kind: 'unanswered'; readonly event: LegFailure }
  | { readonly kind: 'gone' };

export interface TransferTargetLegOptions {
  /** The carrier's id of the contact's call. */
  readonly carrierCallId: string;
  readonly adapter: Pick<CloudAdapter, 'parseBridgeStatus'>;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge'>;
  readonly order: { readonly to: string; readonly from: string; readonly ringSeconds: number };
  readonly timers: Timers;
  /** The carrier's id of the person's phone. */
  readonly onCallId: (carrierId: string) => void;
  readonly ringing: () => void;
  /** The person answered, so many milliseconds ago. */
  readonly answered: (agoMs: number) => void;
  /** The contact has hung up. */
  readonly contactGone: () => void;
  /** What is done with the contact's call when the carrier asks once more. */
  readonly otherwise: () => CallbackResponse;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}

/** A person whose phone the carrier rings for a contact, and joins with the contact's: how far it is, by the carrier's words. */
export class TransferTargetLeg implements CallbackHandler {
  readonly acceptsStream = false;
  /** `reply` answers the carrier, who waits for it; null: it has not asked. */
  readonly over: Promise<{
    readonly end: TransferTargetEnd;
    readonly reply: ((reply: CallbackResponse) => void) | null;
  }>;
  readonly #told = new Set<'named' | 'rings' | 'answered'>();
  readonly #timers: TimerGroup;
  #settle: (end: TransferTargetEnd, reply: ((reply: CallbackResponse) => void) | null) => void = () =>
    undefined;
  /** What the carrier says of the end, before it asks what to do. */
  #end: TransferTargetEnd | null = null;
  #talkMs: number | null = null;
  #isOver = false;
  #asked: Promise<CallbackResponse> | null = null;

  constructor(private readonly options: TransferTargetLegOptions) {
    this.#timers = new TimerGroup(options.timers);
    this.over = new Promise((resolve) => {
      this.#settle = (end, reply) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#timers.stop();
        resolve({ end, reply });
      };
    });
    this.#timers.after(options.order.ringSeconds * 1_000 + GRACE_MS, () => void this.#rangTooLong());
    this.#lookLater();
  }

  get wasAnswered(): boolean {
    return this.#told.has('answered');
  }

  /** How long the person talked, by the carrier's word; null: it has not told it. */
  get talkMs(): number | null {
    return this.#talkMs;
  }

  attachStream(): void {
    // Its audio stays with the carrier.
  }

  /** The contact's call is being ended: nobody waits for the person any more. */
  stop(): void {
    this.#settle({ kind: 'gone' }, null);
  }

  /** Follows the person no longer; nothing is told of the end. */
  drop(): void {
    this.#isOver = true;
    this.#timers.stop();
  }

  async onCallback(fields: ReadonlyMap<string, string>): Promise<void> {
    const word = this.options.adapter.parseBridgeStatus(fields, 'contact');
    if (word) this.say(word);
    await this.options.stored();
  }

  /** The carrier asks what to do with the contact's call: the person's phone is over. A doubled request has the same answer. */
  nextInstruction(what: CallbackKind): Promise<CallbackResponse> | null {
    if (what !== 'next') return null;
    if (this.#asked) return this.#asked;
    if (this.#isOver) return Promise.resolve(this.options.otherwise());
    this.#asked = new Promise((resolve) => {
      this.#settle(this.#end ?? { kind: 'unanswered', event: { type: 'no_answer' } }, resolve);
    });
    return this.#asked;
  }

  say({
    carrierCallId: carrierId,
    counsellor: contact,
    contact: person,
    contactId,
    end,
  }: BridgeStatus): void {
    if (this.#isOver || carrierId !== this.options.carrierCallId) return;
    if (contactId !== undefined && this.#isNew('named')) this.options.onCallId(contactId);
    if (person === 'ringing' && this.#isNew('rings')) this.options.ringing();
    if (person === 'answered') this.#answered(0);
    if (end?.kind === 'talked') {
      this.#talkMs = end.talkMs;
      this.#answered(end.talkMs ?? 0);
    }
    // First of all: then the contact ended it, not the person.
    if (contact?.state === 'ended' || end?.kind === 'counsellor_hung_up') this.options.contactGone();
    if (end) this.#ends(end.kind === 'counsellor_hung_up' ? { kind: 'gone' } : end);
  }

  #answered(agoMs: number): void {
    if (this.#isNew('answered')) this.options.answered(agoMs);
  }

  #ends(end: TransferTargetEnd): void {
    if (this.#end) return;
    const known: TransferTargetEnd = this.wasAnswered ? { kind: 'talked' } : end;
    this.#end = known;
    this.#timers.after(NEXT_MS, () => {
      this.#settle(known, null);
    });
  }

  async #rangTooLong(): Promise<void> {
    if (!this.wasAnswered) await this.look();
    if (!this.wasAnswered) this.#settle({ kind: 'unanswered', event: { type: 'ring_timeout' } }, null);
  }

  #lookLater(): void {
    this.#timers.after(LOOK_MS, () => {
      void this.look().then(() => {
        this.#lookLater();
      });
    });
  }

  /** Never rejects. */
  async look(): Promise<void> {
    const { rest, carrierCallId: carrierId, order } = this.options;
    const phones = { contact: order.to, from: order.from };
    const word = await rest.fetchBridge(carrierId, phones).catch(() => null);
    if (word) this.say(word);
  }

  #isNew(what: 'named' | 'rings' | 'answered'): boolean {
    if (this.#isOver || this.#told.has(what)) return false;
    this.#told.add(what);
    return true;
  }
}
