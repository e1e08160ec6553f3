import { tones } from '../../../../media';
import type { Timers } from '../../../../platform/kernel/time/timers';
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
import type { CloudAdapter, CallbackResponse, CloudCallsApi } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import type { CloudLegStore } from '../cloud-leg-store';
import type { CloudAnsweredLeg } from '../cloud-answered-leg';
import type { CallbackHandler } from '../gateway/callback-handler';
import { TransferTargetLeg } from './transfer-target-leg';
import { deferred } from '../../../../platform/kernel/async/deferred';

/** After a failed transfer. */
const RECONNECT_TIMEOUT_MS = 10_000;

export interface TransferTarget {
  readonly from: string;
  readonly record: CloudLegStore;
  readonly register: (handler: CallbackHandler) => void;
  /** The instruction that rings it in place of the stream. */
  readonly dialResponse: (ringSeconds: number) => CallbackResponse;
}

export interface CloudTransferOptions {
  readonly numbers: readonly string[];
  readonly contact: CloudAnsweredLeg;
  /** The id of the contact's call. */
  readonly carrierCallId: string;
  readonly adapter: Pick<CloudAdapter, 'parseBridgeStatus' | 'acknowledgement'>;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge'>;
  /** Gives the contact's call a new instruction. @throws CloudFailure */
  readonly redirect: (response: CallbackResponse) => Promise<void>;
  readonly streamResponse: CallbackResponse;
  /** Occupies a channel; else a sentence for the timeline. Never rejects. */
  readonly target: (number: string) => Promise<TransferTarget | string>;
  readonly timers: Timers;
  readonly onAnswered: (agoMs: number) => void;
  readonly onProgress: (message: string) => void;
}

/**
 * Connects a contact with the first person who answers. The carrier rings in place of the contact's stream; without
 * an answer it reconnects the stream.
 */
export class CloudTransfer implements Transfer {
  readonly over: Transfer['over'];
  #isStopped = false;
  readonly #stopped = deferred();
  #target: TransferTargetLeg | null = null;
  #respond: ((response: CallbackResponse) => void) | null = null;
  readonly #untilMs: number;

  constructor(private readonly options: CloudTransferOptions) {
    this.#untilMs = options.timers.now() + TRANSFER_LIMIT_MS;
    this.over = this.#run();
  }

  key(): void {
    // The carrier forwards keys.
  }

  /** Leaves a talk to the carrier; then `over` never resolves. */
  detach(): boolean {
    if (!this.#target?.wasAnswered) return false;
    this.#target.drop();
    this.options.contact.detach();
    return true;
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopped.resolve();
    this.options.contact.pendingInstruction = null;
    this.#target?.stop();
  }

  async #run(): Transfer['over'] {
    const { numbers, contact, onProgress } = this.options;
    // Our tone plays until the carrier rings.
    void contact.leg.play(tones.endlessTone(tones.RINGBACK));
    for (const number of numbers) {
      const ringSeconds = Math.min(TRANSFER_RING_SECONDS, this.#ringSecondsLeft());
      if (this.#isStopped || ringSeconds < 1) break;
      const target = await this.options.target(number);
      if (typeof target === 'string') onProgress(target);
      else if (await this.#ring(number, ringSeconds, target)) return { endedBy: 'human' };
    }
    await contact.leg.clear();
    onProgress(TRANSFER_UNANSWERED);
    if (contact.isRedirected && !this.#isStopped) {
      const isBack = contact.resumeStream(RECONNECT_TIMEOUT_MS);
      await this.#redirect(this.options.streamResponse);
      // The stream of a call that ends meanwhile does not come.
      await Promise.race([isBack, this.#stopped.promise]);
    }
    // The contact may have hung up during the transfer.
    this.#respondWith(this.options.adapter.acknowledgement);
    return { endedBy: null };
  }

  /** Resolves after the target's call. False without an answer. */
  async #ring(to: string, ringSeconds: number, target: TransferTarget): Promise<boolean> {
    const { adapter, onProgress } = this.options;
    const { record } = target;
    if (this.#isStopped) {
      await record.storeEnd(EMPTY_REPORT);
      return false;
    }
    onProgress(TRANSFER_RINGING);
    const leg = this.#targetLeg(to, ringSeconds, target);
    this.#target = leg;
    target.register(leg);
    const failure = await this.#redirect(target.dialResponse(ringSeconds));
    if (failure) leg.stop();
    const { end, respond } = await leg.ended;
    this.#target = null;
    this.#respond = respond;
    const event = failure?.event ?? (end.kind === 'unanswered' ? end.event : null);
    await record.storeEnd({
      ...EMPTY_REPORT,
      failure: event && classifyFailure(event),
      response: failure?.response ?? null,
    });
    if (event) onProgress(describe(event));
    // The call ends with the target's phone.
    if (end.kind === 'talked') this.#respondWith(adapter.acknowledgement);
    return end.kind === 'talked';
  }

  #targetLeg(
    to: string,
    ringSeconds: number,
    { record, from }: Pick<TransferTarget, 'record' | 'from'>,
  ): TransferTargetLeg {
    const { contact, carrierCallId, adapter, rest, timers, onAnswered, onProgress } = this.options;
    return new TransferTargetLeg({
      carrierCallId,
      adapter,
      rest,
      timers,
      request: { to, from, ringSeconds },
      onCallId: (id) => void record.storeCarrierCallId(id),
      onRinging: () => record.rang(),
      onAnswered: (agoMs) => {
        void record.storeAnswer();
        void contact.leg.clear();
        onAnswered(agoMs);
        onProgress(TRANSFER_ANSWERED);
      },
      onContactEnd: () => contact.onRemoteEnd('reported'),
      otherwise: () => contact.pendingInstruction ?? adapter.acknowledgement,
    });
  }

  /** @returns why the redirect certainly failed */
  async #redirect(response: CallbackResponse): Promise<CloudFailure | null> {
    const { contact, redirect } = this.options;
    contact.pendingInstruction = response;
    if (this.#respondWith(response)) return null;
    const isFirst = contact.beginRedirect();
    try {
      await redirect(response);
      return null;
    } catch (error) {
      if (!(error instanceof CloudFailure)) throw error;
      // The redirect may have succeeded: statuses show it.
      if (error.outcomeUnknown) return null;
      if (isFirst) contact.cancelRedirect();
      return error;
    }
  }

  /** False without an open request of the carrier. */
  #respondWith(response: CallbackResponse): boolean {
    const respond = this.#respond;
    this.#respond = null;
    respond?.(response);
    return respond !== null;
  }

  #ringSecondsLeft(): number {
    return Math.floor((this.#untilMs - this.options.timers.now()) / 1_000);
  }
}

function describe(event: LegFailure): string {
  const { outcome } = classifyFailure(event);
  if (outcome.kind === 'refused') return transferFailureMessage({ kind: 'refused', reason: outcome.reason });
  return transferFailureMessage(outcome);
}
