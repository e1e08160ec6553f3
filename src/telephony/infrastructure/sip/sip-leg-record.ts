import { Logger } from '@nestjs/common';
import { describeError } from '../../../platform/logging';
import type { CallOptions, InviteRecord, Session } from '../../../sip';
import type { LegOrder } from '../../domain/carrier';
import { breakerResult } from '../../domain/leg-result';
import type { LegKind, LegRepository, LegResult, NewLeg } from '../leg.repository';
import type { LastWord, LegRecord } from './leg-record';
import type { SipRoute } from './sip-route';
import type { DialTrace } from './sip-traces';

/** The channels of trunks, as far as a dial that has one needs them. */
export interface DialChannels {
  /** False when the next trunk takes no leg, or the refused one is not this process's any more. */
  failOver(refused: LegResult, next: NewLeg): Promise<boolean>;
  end(leg: LegResult): Promise<boolean>;
  /** The second leg of a human call is rung. */
  ringSecond(trunkId: string): Promise<void>;
}

export interface LegRecordParts {
  readonly channels: DialChannels;
  readonly legs: LegRepository;
  /** A keyed hash: names on the wire can be made by nobody else. */
  readonly sign: (text: string) => string;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly trace: DialTrace;
}

/** Characters of a name on the wire: 130 bits of the hash. */
const NAME_LENGTH = 22;
/** What every branch begins with (RFC 3261 section 8.1.1.7). */
const BRANCH_COOKIE = 'z9hG4bK';

/** The rows of one dial over SIP trunks: a leg for each trunk that is asked. */
export class SipLegRecord implements LegRecord {
  readonly #logger = new Logger(SipLegRecord.name);
  #id: string;
  #trial = 1;
  #rang = false;
  /** Until the first INVITE of a first leg has left: its trunk's next slot counts from then. */
  #isFirst: boolean;

  constructor(
    private readonly parts: LegRecordParts,
    private readonly order: LegOrder,
    private readonly dial: {
      readonly callId: string;
      readonly attempt: number;
      /** null: a caller who withheld it. */
      readonly phoneNumber: string | null;
      readonly kind: LegKind;
      /** The dial has another leg, which was rung before. */
      readonly isSecond?: boolean;
    },
  ) {
    this.#id = order.id;
    this.#isFirst = !(dial.isSecond ?? false);
  }

  async moveTo({ trunkId, callerId }: SipRoute, last: LastWord): Promise<boolean> {
    const { accountId } = this.order;
    const id = this.parts.newId();
    const trial = this.#trial + 1;
    const { callId, attempt, phoneNumber, kind } = this.dial;
    const next = { id, accountId, callId, attempt, phoneNumber, kind, trial, trunkId };
    const leg = { ...next, shownNumber: callerId, beganAt: this.parts.now() };
    const hasMoved = await this.parts.channels.failOver(this.#result(last), leg).catch((error: unknown) => {
      this.#warn('it could not move to the next trunk', error);
      return false;
    });
    if (!hasMoved) return false;
    [this.#id, this.#trial, this.#rang, this.#isFirst] = [id, trial, false, false];
    return true;
  }

  names({ trunkName }: SipRoute): ReturnType<LegRecord['names']> {
    const id = this.#id;
    const name = (of: string) => this.parts.sign(`sip ${of} ${id}`).slice(0, NAME_LENGTH);
    const callId = `${this.dial.callId}.${this.dial.attempt}-${name('call')}`;
    this.parts.trace.follow(callId, trunkName);
    return {
      callId,
      fromTag: name('tag'),
      branch: (n) => `${BRANCH_COOKIE}${name(`branch ${n}`)}`,
      beforeInvite: (invite) => this.#store(id, invite),
    } satisfies Pick<CallOptions, 'callId' | 'fromTag' | 'branch' | 'beforeInvite'>;
  }

  rang(): void {
    if (this.#rang) return;
    this.#rang = true;
    // The end says it, too.
    void this.parts.legs.ring(this.#id, this.parts.now()).catch(() => undefined);
  }

  async answered(session: Pick<Session, 'record'>): Promise<void> {
    this.#rang = true;
    await this.parts.legs.answer(this.#id, session.record, this.parts.now());
  }

  async ended(last: LastWord): Promise<void> {
    await Promise.all([
      this.parts.channels.end(this.#result(last)).catch((error: unknown) => {
        // Its call ends later or is taken over; that frees the channel, too.
        this.#warn('its end could not be stored', error);
      }),
      this.parts.trace.store(),
    ]);
  }

  /** @throws Error when the leg is not this process's any more: then the INVITE does not leave */
  async #store(id: string, invite: InviteRecord): Promise<void> {
    const leavesAt = this.#isFirst ? this.parts.now() : null;
    this.#isFirst = false;
    try {
      if (await this.parts.legs.invite(id, invite, leavesAt)) return;
    } catch (error) {
      this.#warn('its INVITE could not be stored', error);
      throw error;
    }
    throw new Error('the leg has ended');
  }

  #warn(what: string, error: unknown): void {
    this.#logger.warn(`leg ${this.#id}: ${what}: ${JSON.stringify(describeError(error))}`);
  }

  #result({ verdict, said, q850, packets }: LastWord): LegResult {
    return {
      id: this.#id,
      endedAt: this.parts.now(),
      result: breakerResult(verdict, this.#rang),
      noCapacity: verdict?.noCapacity ?? false,
      lastStatus: said,
      q850,
      packets: packets && { sent: packets.sent, received: packets.received, lost: packets.lost },
    };
  }
}
