import { tones } from '../../../../media';
import type { Timers } from '../../../../platform/timers';
import { type LegFailure, classifyFailure } from '../../../domain/cause-map';
import { EMPTY_REPORT } from '../../shared/leg-store';
import type { Transfer } from '../../../../voice';
import {
  TRANSFER_UNANSWERED,
  TRANSFER_RINGING,
  TRANSFER_ANSWERED,
  TRANSFER_LIMIT_MS,
  TRANSFER_RING_SECONDS,
  transferFailureMessage,
} from '../../shared/transfer-messages';
import type { CloudAdapter, CallbackResponse, CloudCallsApi, DialTarget } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import type { CloudLegStore } from '../cloud-leg-store';
import type { CloudAnsweredLeg } from '../cloud-answered-leg';
import type { CallbackHandler } from '../gateway/callback-handler';
import { TransferTargetLeg } from './transfer-target-leg';

/** The carrier connects the contact's audio again within this time. */
const BACK_MS = 10_000;

/** The addresses of a person's leg. */
type PersonAddresses = Pick<DialTarget, 'statusUrl' | 'nextUrl'>;

/** The channel of a person who is to be rung. */
export interface TransferTarget extends PersonAddresses {
  readonly from: string;
  readonly record: CloudLegStore;
  /** From now on callbacks of the person's leg find it. */
  readonly hold: (leg: CallbackHandler) => void;
}

export interface CloudTransferOptions {
  readonly numbers: readonly string[];
  readonly contact: CloudAnsweredLeg;
  /** The carrier's id of the contact's call; null: it has not told it yet. */
  readonly carrierCallId: () => string | null;
  readonly adapter: Pick<CloudAdapter, 'parseBridgeStatus' | 'acknowledgement'>;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge'>;
  readonly redirect: NonNullable<CloudCallsApi['redirectCall']>;
  readonly handOver: NonNullable<CloudAdapter['dialResponse']>;
  /** Connects the contact's audio to us. */
  readonly connect: CallbackResponse;
  /** Where a carrier asks what to do with the contact's call. */
  readonly answerUrl: string;
  /** Where it says that the recording of the two is there. */
  readonly recordingUrl: string;
  /** Takes a channel; a sentence when there is none or the number may not be called. Never rejects. */
  readonly target: (number: string) => Promise<TransferTarget | string>;
  /** Seconds until the limit of the call. */
  readonly leftSeconds: () => number;
  /** Whether the carrier records the two. */
  readonly isRecorded: boolean;
  readonly timers: Timers;
  /** Milliseconds of a clock that nobody sets. */
  readonly nowMs: () => number;
  /** A person answered, so many milliseconds ago. */
  readonly taken: (agoMs: number) => void;
  /** A line for the timeline. */
  readonly tell: (message: string) => void;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}

/**
 * Hands a contact over to the first person who answers: the carrier rings them in place of the contact's stream, and joins the two.
 * When nobody takes it, the carrier connects the stream again.
 */
export class CloudTransfer implements Transfer {
  readonly over: Transfer['over'];
  #isStopped = false;
  #target: TransferTargetLeg | null = null;
  /** Answers the carrier, who waits for what is done next. */
  #reply: ((reply: CallbackResponse) => void) | null = null;
  readonly #carrierId: string | null;
  readonly #untilMs: number;

  constructor(private readonly options: CloudTransferOptions) {
    this.#carrierId = options.carrierCallId();
    this.#untilMs = options.nowMs() + TRANSFER_LIMIT_MS;
    this.over = this.#run();
  }

  key(): void {
    // The carrier hands keys on itself.
  }

  /** Leaves the two to the carrier, if a person has taken the call; then `over` never resolves. */
  release(): boolean {
    if (!this.#target?.wasAnswered) return false;
    this.#target.drop();
    this.options.contact.release();
    return true;
  }

  stop(): void {
    this.#isStopped = true;
    this.options.contact.pendingInstruction = null;
    this.#target?.stop();
  }

  async #run(): Transfer['over'] {
    const { numbers, contact, tell } = this.options;
    // Until the carrier's own ringing.
    void contact.leg.play(tones.endlessTone(tones.RINGBACK));
    for (const number of this.#carrierId === null ? [] : numbers) {
      const ringSeconds = Math.min(TRANSFER_RING_SECONDS, this.#leftSeconds());
      if (this.#isStopped || ringSeconds < 1) break;
      const person = await this.options.target(number);
      if (typeof person === 'string') tell(person);
      else if (await this.#ring(number, ringSeconds, person)) return { endedBy: 'human' };
    }
    await contact.leg.clear();
    tell(TRANSFER_UNANSWERED);
    if (contact.isAway && !this.#isStopped) {
      const isBack = contact.resumeStream(BACK_MS);
      await this.#redirect(this.options.connect);
      await isBack;
    }
    // Who has hung up meanwhile is not connected with anybody.
    this.#answer(this.options.adapter.acknowledgement);
    return { endedBy: null };
  }

  /** Whether the person took the call, and is over. */
  async #ring(to: string, ringSeconds: number, person: TransferTarget): Promise<boolean> {
    const { contact, adapter, rest, timers, tell, handOver, leftSeconds, isRecorded, recordingUrl } =
      this.options;
    const { record, from, statusUrl, nextUrl } = person;
    if (this.#isStopped) {
      await record.ended(EMPTY_REPORT);
      return false;
    }
    tell(TRANSFER_RINGING);
    const rung = new TransferTargetLeg({
      carrierCallId: this.#carrierId ?? '',
      adapter,
      rest,
      timers,
      order: { to, from, ringSeconds },
      onCallId: (id) => void record.named(id),
      ringing: () => {
        record.rang();
      },
      answered: (agoMs) => {
        void record.answered();
        void contact.leg.clear();
        this.options.taken(agoMs);
        tell(TRANSFER_ANSWERED);
      },
      contactGone: () => {
        contact.onRemoteEnd('said');
      },
      otherwise: () => contact.pendingInstruction ?? adapter.acknowledgement,
      stored: this.options.stored,
    });
    this.#target = rung;
    person.hold(rung);
    const maxTalkSeconds = Math.max(1, Math.ceil(leftSeconds()));
    const phone = {
      to,
      from,
      ringSeconds,
      maxTalkSeconds,
      record: isRecorded,
      statusUrl,
      nextUrl,
      recordingUrl,
    };
    const failure = await this.#redirect(handOver(phone));
    if (failure) rung.stop();
    const { end, reply } = await rung.over;
    this.#target = null;
    this.#reply = reply;
    const event = failure?.event ?? (end.kind === 'unanswered' ? end.event : null);
    await record.ended({
      ...EMPTY_REPORT,
      verdict: event && classifyFailure(event),
      said: failure?.said ?? null,
    });
    if (event) tell(describe(event));
    // With the person's phone the call ends.
    if (rung.wasAnswered) this.#answer(adapter.acknowledgement);
    return rung.wasAnswered;
  }

  /** Has the carrier do something else with the contact's call. @returns why it does not, if that is certain */
  async #redirect(reply: CallbackResponse): Promise<CloudFailure | null> {
    const { contact, redirect, answerUrl } = this.options;
    contact.pendingInstruction = reply;
    if (this.#answer(reply)) return null;
    const wasAway = contact.isAway;
    if (!wasAway) contact.beginRedirect();
    try {
      await redirect(this.#carrierId ?? '', { response: reply, answerUrl });
      return null;
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error;
      // Perhaps it does: then its words tell.
      if (error.outcomeUnknown) return null;
      if (!wasAway) contact.cancelRedirect();
      return error;
    }
  }

  /** Whether the carrier waited for it. */
  #answer(reply: CallbackResponse): boolean {
    const answer = this.#reply;
    this.#reply = null;
    answer?.(reply);
    return answer !== null;
  }

  #leftSeconds(): number {
    return Math.floor((this.#untilMs - this.options.nowMs()) / 1_000);
  }
}

function describe(event: LegFailure): string {
  const { outcome } = classifyFailure(event);
  if (outcome.kind === 'refused') return transferFailureMessage({ kind: 'refused', reason: outcome.reason });
  return transferFailureMessage(outcome);
}
