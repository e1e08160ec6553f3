import type { CallOptions, InviteRecord, Session } from '../../../sip';
import type { LegOrder } from '../../domain/carrier';
import { breakerResult } from '../../domain/leg-result';
import type { TrunkChannels } from '../../application/trunk-channels';
import type { LegRepository, LegResult } from '../leg.repository';
import type { LastWord, LegRecord } from './sip-dial';
import type { SipRoute } from './sip-route';
import type { DialTrace } from './sip-traces';

export interface LegRecordParts {
  readonly channels: TrunkChannels;
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
  #id: string;
  #trial = 1;
  #rang = false;
  /** Until the first INVITE of the dial has left: its trunk's next slot counts from then. */
  #isFirst = true;

  constructor(
    private readonly parts: LegRecordParts,
    private readonly order: LegOrder,
    private readonly dial: {
      readonly callId: string;
      readonly attempt: number;
      readonly phoneNumber: string;
    },
  ) {
    this.#id = order.id;
  }

  async moveTo({ trunkId, callerId }: SipRoute, last: LastWord): Promise<boolean> {
    const { accountId } = this.order;
    const id = this.parts.newId();
    const trial = this.#trial + 1;
    const next = { id, accountId, ...this.dial, trial, trunkId, kind: 'contact' as const };
    const leg = { ...next, shownNumber: callerId, beganAt: this.parts.now() };
    if (!(await this.parts.channels.failOver(this.#result(last), leg).catch(() => false))) return false;
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

  async answered(session: Session): Promise<void> {
    this.#rang = true;
    await this.parts.legs.answer(this.#id, session.record, this.parts.now());
  }

  async ended(last: LastWord): Promise<void> {
    await Promise.all([
      // Not stored: the lease of the call ends, and whoever takes it over frees the channel.
      this.parts.channels.end(this.#result(last)).catch(() => undefined),
      this.parts.trace.store(),
    ]);
  }

  /** @throws Error when the leg is not this process's any more: then the INVITE does not leave */
  async #store(id: string, invite: InviteRecord): Promise<void> {
    const leavesAt = this.#isFirst ? this.parts.now() : null;
    this.#isFirst = false;
    if (!(await this.parts.legs.invite(id, invite, leavesAt))) throw new Error('the leg has ended');
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
