import { HOUR_MS } from '../../../../platform/kernel/time/durations';
import type { LegRepository } from '../../../../trunks';
import { hashToken } from '../../../../platform/tokens';
import type { CloudSettings } from '../adapter';
import type { CloudTrunk } from '../cloud-trunk';
import type { CloudTrunkPool } from './cloud-trunk-pool';

/** After the end of its leg. */
const TOKEN_RETENTION_MS = 10 * 60_000;
/** No call lasts longer: the end of an inbound call has the settings of its time. */
const LONGEST_CALL_MS = 4 * HOUR_MS;

export interface CallbackTarget {
  readonly trunk: CloudTrunk;
  /** Any of them shows that the carrier sent a request. */
  readonly settings: readonly CloudSettings[];
  /** null: the trunk's own address, for inbound calls. */
  readonly legId: string | null;
  /** The leg has ended, or the trunk accepts no new calls. */
  readonly isOver: boolean;
}

/** Finds trunk and leg of a callback by its token. */
export class CallbackTargets {
  constructor(
    private readonly trunks: CloudTrunkPool,
    private readonly legs: Pick<LegRepository, 'byToken'>,
    private readonly now: () => Date,
  ) {}

  trunkOf(token: string): CallbackTarget | null {
    // Compares hashes: the duration reveals nothing of the token.
    const wanted = hashToken(token);
    const trunk = this.trunks.all.find(({ inboundTokenHash }) => inboundTokenHash.equals(wanted));
    if (!trunk) return null;
    const since = new Date(this.now().getTime() - LONGEST_CALL_MS);
    const isOver = !this.trunks.enabled.has(trunk.id);
    return { trunk, settings: this.#settingsOf(trunk.id, since), legId: null, isOver };
  }

  async legOf(token: string): Promise<CallbackTarget | null> {
    const since = new Date(this.now().getTime() - TOKEN_RETENTION_MS);
    const leg = await this.legs.byToken(hashToken(token), since);
    const trunk = leg && this.trunks.trunkOfAnyState(leg.trunkId);
    if (!leg || !trunk) return null;
    const settings = this.#settingsOf(trunk.id, leg.beganAt);
    return { trunk, settings, legId: leg.id, isOver: leg.isOver };
  }

  #settingsOf(trunkId: string, beganAt: Date): readonly CloudSettings[] {
    return this.trunks.versionsOf(trunkId, beganAt).map(({ stored }) => stored.settings);
  }
}
