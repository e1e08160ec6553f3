import { Logger } from '@nestjs/common';
import { errorText } from '../../../platform/logging';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { LineQuality } from '../../../shared-kernel/line-quality';
import { breakerResult } from '../../domain/leg-result';
import type { LegKind, LegRepository, LegResult, NewLeg } from '../../../trunks';
import type { DialTrace } from './dial-traces';
import type { LegEndReport, LegStore } from './leg-store';
import type { Route } from './route';

export interface ChannelOperations {
  /** False when the next trunk accepts no leg, or the refused leg no longer belongs to this process. */
  failOver(refused: LegResult, next: NewLeg, day?: string): Promise<boolean>;
  end(leg: LegResult): Promise<boolean>;
  delayNextSlot(trunkId: string): Promise<void>;
}

/** Where the quality of the lines of all legs goes. */
export interface LegLines {
  report(legId: string, line: LineQuality): void;
  onLegEnded(legId: string, trunkId: string, line: LineQuality): void;
}

export interface LegRowStoreOptions {
  readonly channels: ChannelOperations;
  readonly legs: LegRepository;
  readonly lines: LegLines;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly trace: DialTrace;
  readonly note: (dial: Pick<DialedLeg, 'callId' | 'attempt'>, message: string) => void;
}

export interface DialedLeg {
  readonly callId: string;
  readonly attempt: number;
  /** null: the caller withheld it. */
  readonly phoneNumber: string | null;
  readonly kind: LegKind;
  readonly isSecond?: boolean;
}

/** Stores a leg for each attempt of a dial over trunks. */
export class LegRowStore implements LegStore {
  readonly #logger = new Logger(LegRowStore.name);
  #id: string;
  #trunkId: string;
  #trunkAttempt = 1;
  #rang = false;
  /** True until the first request has left: the trunk's next slot counts from then. False for an inbound call. */
  #isFirst: boolean;

  constructor(
    protected readonly options: LegRowStoreOptions,
    private readonly order: LegAllocation,
    protected readonly dial: DialedLeg,
  ) {
    this.#id = order.id;
    this.#trunkId = order.routes[0].trunkId;
    this.#isFirst = dial.kind !== 'inbound' && !dial.isSecond;
  }

  get id(): string {
    return this.#id;
  }

  async moveTo({ trunkId, callerId }: Route, last: LegEndReport): Promise<boolean> {
    const { accountId, day } = this.order;
    const id = this.options.newId();
    const trunkAttempt = this.#trunkAttempt + 1;
    const { callId, attempt, phoneNumber, kind } = this.dial;
    const next = { id, accountId, callId, attempt, phoneNumber, kind, trunkAttempt, trunkId };
    const leg = { ...next, shownNumber: callerId, beganAt: this.options.now() };
    const moved = this.options.channels.failOver(this.#result(last), leg, day);
    const hasMoved = await moved.catch((error: unknown) => {
      this.logUnstored('next trunk', error);
      return false;
    });
    if (!hasMoved) return false;
    [this.#id, this.#trunkId, this.#trunkAttempt] = [id, trunkId, trunkAttempt];
    [this.#rang, this.#isFirst] = [false, false];
    return true;
  }

  rang(): void {
    if (this.#rang) return;
    this.#rang = true;
    void this.options.legs
      .ring(this.#id, this.options.now())
      .catch((error: unknown) => this.logUnstored('ringing', error));
  }

  storeLine(line: LineQuality): void {
    this.options.lines.report(this.#id, line);
  }

  async storeEnd(last: LegEndReport): Promise<void> {
    const line = last.packets?.line;
    if (line) this.options.lines.onLegEnded(this.#id, this.#trunkId, line);
    await Promise.all([
      this.options.channels.end(this.#result(last)).catch((error: unknown) => {
        // The later end of the call, or its recovery, frees the channel, too.
        this.logUnstored('end', error);
      }),
      this.options.trace.store(),
    ]);
  }

  protected wasAnswered(): void {
    this.#rang = true;
  }

  /**
   * Stores that a leg's request leaves.
   * @param write is given the instant from which the trunk's next slot counts; null: it does not. Resolves with
   * whether the leg is open
   * @throws Error when it is not, or could not be stored: then the request does not leave
   */
  protected async recordDeparture(write: (leavesAt: Date | null) => Promise<boolean>): Promise<void> {
    const leavesAt = this.#isFirst ? this.options.now() : null;
    this.#isFirst = false;
    try {
      if (await write(leavesAt)) return;
    } catch (error) {
      this.logUnstored('request', error);
      throw error;
    }
    throw new Error('the leg has ended');
  }

  /** The log has the cause, the timeline the fact. */
  protected logUnstored(what: string, error: unknown): void {
    const why = errorText(error);
    this.#logger.warn(`leg ${this.#id}: the ${what} could not be stored: ${why}`);
    this.options.note(this.dial, `The service could not store the ${what} of a leg.`);
  }

  #result({ failure, response, q850, packets }: LegEndReport): LegResult {
    return {
      id: this.#id,
      endedAt: this.options.now(),
      result: breakerResult(failure, this.#rang),
      noCapacity: failure?.noCapacity ?? false,
      lastStatus: response,
      q850,
      packets: packets && { sent: packets.sent, received: packets.received, lost: packets.lost },
      line: packets?.line ?? null,
    };
  }
}
