import type { CallOptions, InviteRecord, Session } from '../../../sip';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { LegStore } from '../shared/leg-store';
import { type DialedLeg, LegRowStore, type LegRowStoreOptions } from '../shared/leg-row-store';
import type { SipRoute } from './sip-route';

/** Characters of a name on the wire: 130 bits of the hash. */
const NAME_LENGTH = 22;
/** What every branch begins with (RFC 3261 section 8.1.1.7). */
const BRANCH_COOKIE = 'z9hG4bK';

export interface SipRecord extends LegStore {
  /** Identifiers of the attempt on the wire; stored before its INVITE leaves. */
  names(route: SipRoute): Pick<CallOptions, 'callId' | 'fromTag' | 'branch' | 'beforeInvite'>;
  storeAnswer(session: Pick<Session, 'record'>): Promise<void>;
}

/** Rows of a dial over SIP trunks. */
export class SipLegStore extends LegRowStore implements SipRecord {
  constructor(
    parts: LegRowStoreOptions,
    /** A keyed hash: others cannot make these identifiers. */
    private readonly sign: (text: string) => string,
    order: LegAllocation,
    dial: DialedLeg,
  ) {
    super(parts, order, dial);
  }

  names({ trunkName }: SipRoute): ReturnType<SipRecord['names']> {
    const { id } = this;
    const name = (of: string) => this.sign(`sip ${of} ${id}`).slice(0, NAME_LENGTH);
    const callId = `${this.dial.callId}.${this.dial.attempt}-${name('call')}`;
    this.options.trace.follow(callId, trunkName);
    return {
      callId,
      fromTag: name('tag'),
      branch: (n) => `${BRANCH_COOKIE}${name(`branch ${n}`)}`,
      beforeInvite: (invite: InviteRecord) =>
        this.recordDeparture((leavesAt) => this.options.legs.storeInvite(id, invite, leavesAt)),
    };
  }

  async storeAnswer(session: Pick<Session, 'record'>): Promise<void> {
    this.wasAnswered();
    await this.options.legs
      .storeSipAnswer(this.id, session.record, this.options.now())
      .catch((error: unknown) => this.logUnstored('answer', error));
  }
}
