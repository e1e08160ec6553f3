import { NOT_TRANSCRIBED } from '../../../../shared-kernel/talk';
import type { Timers } from '../../../../platform/timers';
import { reconcileTalkMs } from '../../../domain/bridge-end';
import { EMPTY_REPORT } from '../../shared/leg-store';
import { CallReporter, type CallReporterOptions, type CallPhase } from '../../shared/call-reporter';
import type { CloudAdapter, CloudCallsApi } from '../adapter';
import type { CloudLegStore } from '../cloud-leg-store';
import { hangUpWithRetry } from '../hang-up';
import type { CallbackHandler } from '../gateway/callback-handler';
import { TransferTargetLeg } from './transfer-target-leg';

export interface FollowedTransferOptions extends CallReporterOptions {
  readonly adapter: CloudAdapter;
  readonly rest: Pick<CloudCallsApi, 'fetchBridge' | 'endCall'>;
  readonly trunkId: string;
  /** The carrier's id of the contact's call. */
  readonly carrierCallId: string;
  readonly contact: CloudLegStore;
  readonly person: CloudLegStore;
  /** Of the person; E.164. */
  readonly to: string;
  readonly from: string;
  /** When the contact answered, and when the person did. */
  readonly answeredAt: Date;
  readonly takenAt: Date;
  /** From now on callbacks of a leg find it. */
  readonly hold: (legId: string, leg: CallbackHandler) => void;
  readonly timers: Timers;
}

/**
 * A contact whom a process that is gone has handed over to a person: the carrier holds the two together, and here they are followed
 * to their end. Who ended it is not known.
 */
export class FollowedTransfer {
  /** Resolves when all is over. */
  readonly over: Promise<void>;
  readonly #progress: CallReporter;
  readonly #target: TransferTargetLeg;
  #isOver = false;

  constructor(
    reference: string,
    private readonly options: FollowedTransferOptions,
  ) {
    const { carrierCallId: carrierId, adapter, rest, timers, to, from, hold, contact, person } = options;
    this.#progress = new CallReporter(reference, options);
    let contactGone: () => void = () => undefined;
    const isGone = new Promise<void>((resolve) => (contactGone = resolve));
    this.#target = new TransferTargetLeg({
      carrierCallId: carrierId,
      adapter,
      rest,
      timers,
      order: { to, from, ringSeconds: 0 },
      onCallId: () => undefined,
      ringing: () => undefined,
      answered: () => undefined,
      contactGone,
      otherwise: () => adapter.acknowledgement,
      stored: () => this.#progress.stored(),
    });
    this.#target.say({ carrierCallId: carrierId, contact: 'answered' });
    hold(person.id, this.#target);
    hold(contact.id, this.#contactLeg());
    this.over = Promise.race([this.#target.over, isGone]).then(() => this.#end());
    void this.#target.look();
  }

  get state(): CallPhase {
    return this.#isOver ? 'ended' : 'answered';
  }

  hangUp(): void {
    const { rest, carrierCallId: carrierId, timers } = this.options;
    hangUpWithRetry(rest, carrierId, timers);
    this.#target.stop();
  }

  release(): boolean {
    this.drop();
    return true;
  }

  drop(): void {
    this.#progress.drop();
    this.#target.drop();
  }

  #contactLeg(): CallbackHandler {
    const { adapter, carrierCallId: carrierId } = this.options;
    return {
      acceptsStream: false,
      attachStream: () => undefined,
      nextInstruction: () => null,
      onCallback: async (fields) => {
        const word = adapter.parseStatus(fields);
        if (word?.carrierCallId === carrierId && word.state === 'ended') {
          this.#target.say({
            carrierCallId: carrierId,
            counsellor: { state: word.state, event: null, carrierStatus: word.carrierStatus },
          });
        }
        await this.#progress.stored();
      },
    };
  }

  async #end(): Promise<void> {
    const {
      contact,
      person,
      now,
      answeredAt,
      takenAt,
      trunkId,
      carrierCallId: carrierId,
      rest,
      timers,
    } = this.options;
    this.#isOver = true;
    this.#target.drop();
    // Whoever is left is not kept on the line.
    hangUpWithRetry(rest, carrierId, timers);
    await Promise.all([contact.ended(EMPTY_REPORT), person.ended(EMPTY_REPORT)]);
    const since = (at: Date) => Math.max(0, at.getTime() - answeredAt.getTime());
    const fromMs = since(takenAt);
    // It may be over for long when it is found.
    const seenMs = since(now()) - fromMs;
    const ms = fromMs + reconcileTalkMs(seenMs, this.#target.talkMs, seenMs);
    this.#progress.tell({
      type: 'transcript',
      turns: [{ speaker: 'human', text: NOT_TRANSCRIBED, startMs: fromMs, endMs: ms }],
    });
    const late = { trunkId, carrierId, part: { fromMs, words: null } };
    this.#progress.finished(
      { cause: 'hung_up', by: null, talkMs: ms, recorded: { ms, stored: false, late } },
      carrierId,
    );
    await this.#progress.stored();
  }
}
