import type { LegRepository } from '../../../../trunks';
import { hashToken } from '../../../../platform/tokens';
import type { CloudSettings } from '../adapter';
import type { CloudTrunk } from '../cloud-trunk';
import type { CloudTrunkPool } from './cloud-trunk-pool';

/** After the end of its leg. */
const TOKEN_RETENTION_MS = 10 * 60_000;

export interface CallbackTarget {
  readonly trunk: CloudTrunk;
  /** Any of them shows that the carrier sent a request. */
  readonly settings: readonly CloudSettings[];
  /** null: the trunk's own address, for inbound calls. */
  readonly legId: string | null;
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
    for (const trunk of this.trunks.enabled.values()) {
      if (trunk.inboundTokenHash.equals(wanted))
        return { trunk, settings: [trunk.stored.settings], legId: null, isOver: false };
    }
    return null;
  }

  async legOf(token: string): Promise<CallbackTarget | null> {
    const since = new Date(this.now().getTime() - TOKEN_RETENTION_MS);
    const leg = await this.legs.byToken(hashToken(token), since);
    const versions = leg ? this.trunks.versionsOf(leg.trunkId, leg.beganAt) : [];
    const [trunk] = versions;
    if (!leg || !trunk) return null;
    const settings = versions.map(({ stored }) => stored.settings);
    return { trunk, settings, legId: leg.id, isOver: leg.isOver };
  }
}
