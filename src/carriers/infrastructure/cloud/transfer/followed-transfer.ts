import { NOT_TRANSCRIBED } from '../../../../shared-kernel/talk';
import type { Timers } from '../../../../platform/kernel/time/timers';
import { reconcileTalkMs } from '../../../domain/bridge-end';
import { EMPTY_REPORT } from '../../shared/leg-store';
import type { ActiveCall, CallPhase } from '../../shared/active-call';
import { CallReporter, type CallReporterOptions } from '../../shared/call-reporter';
import type { CloudAdapter, CloudCallsApi } from '../adapter';
import type { CloudLegStore } from '../cloud-leg-store';
import { hangUpWithRetry } from '../hang-up';
import type { CallbackHandler } from '../gateway/callback-handler';
import { TransferTargetLeg } from './transfer-target-leg';
import { deferred } from '../../../../platform/kernel/async/deferred';

export interface FollowedTransferOptions extends CallReporterOptions {
  readonly adapter: CloudAdapter;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge' | 'endCall'>;
  readonly trunkId: string;
  readonly carrierCallId: string;
  readonly contact: CloudLegStore;
  readonly target: CloudLegStore;
  /** The target's number, in E.164. */
  readonly to: string;
  readonly from: string;
  /** When contact and target answered. */
  readonly answeredAt: Date;
  readonly transferredAt: Date;
  readonly register: (legId: string, handler: CallbackHandler) => void;
  readonly timers: Timers;
}

/** Follows a transfer of another process to its end. Which of both hangs up is not known. */
export class FollowedTransfer implements ActiveCall {
  readonly ended: Promise<void>;
  readonly #reporter: CallReporter;
  readonly #target: TransferTargetLeg;

  constructor(
    reference: string,
    private readonly options: FollowedTransferOptions,
  ) {
    const { carrierCallId, adapter, rest, timers, to, from, register, contact, target } = options;
    this.#reporter = new CallReporter(reference, options, 'answered');
    const contactEnd = deferred();
    this.#target = new TransferTargetLeg({
      carrierCallId,
      adapter,
      rest,
      timers,
      request: { to, from, ringSeconds: 0 },
      onCallId: () => undefined,
      onRinging: () => undefined,
      onAnswered: () => undefined,
      onContactEnd: contactEnd.resolve,
      otherwise: () => adapter.acknowledgement,
    });
    this.#target.onStatus({ carrierCallId, child: 'answered' });
    register(target.id, this.#target);
    register(contact.id, this.#contactHandler());
    this.ended = Promise.race([this.#target.ended, contactEnd.promise]).then(() => this.#end());
    void this.#target.poll();
  }

  get phase(): CallPhase {
    return this.#reporter.phase;
  }

  hangUp(): void {
    const { rest, carrierCallId, timers } = this.options;
    hangUpWithRetry(rest, carrierCallId, timers);
    this.#target.stop();
  }

  detach(): boolean {
    this.drop();
    return true;
  }

  drop(): void {
    this.#reporter.drop();
    this.#target.drop();
  }

  #contactHandler(): CallbackHandler {
    const { adapter, carrierCallId } = this.options;
    return {
      acceptsStream: false,
      attachStream: () => undefined,
      nextInstruction: () => null,
      onCallback: (fields) => {
        const status = adapter.parseStatus(fields);
        if (status?.carrierCallId === carrierCallId && status.state === 'ended') {
          const { state, carrierStatus } = status;
          this.#target.onStatus({ carrierCallId, parent: { state, event: null, carrierStatus } });
        }
      },
    };
  }

  async #end(): Promise<void> {
    const { contact, target, now, answeredAt, transferredAt, trunkId, carrierCallId, rest, timers } =
      this.options;
    this.#target.drop();
    // Hangs up the other phone.
    hangUpWithRetry(rest, carrierCallId, timers);
    await Promise.all([contact.storeEnd(EMPTY_REPORT), target.storeEnd(EMPTY_REPORT)]);
    const since = (at: Date) => Math.max(0, at.getTime() - answeredAt.getTime());
    const fromMs = since(transferredAt);
    // An upper bound: the call may have ended before it was recovered.
    const seenMs = since(now()) - fromMs;
    const ms = fromMs + reconcileTalkMs(seenMs, this.#target.talkMs, seenMs);
    this.#reporter.emit({
      type: 'transcript',
      turns: [{ speaker: 'human', text: NOT_TRANSCRIBED, startMs: fromMs, endMs: ms }],
    });
    const late = { trunkId, carrierCallId, part: { fromMs, words: null } };
    this.#reporter.reportEnd({
      cause: 'hung_up',
      by: null,
      talkMs: ms,
      recordingFile: { ms, stored: false, late },
    });
    await this.#reporter.flushed();
  }
}
