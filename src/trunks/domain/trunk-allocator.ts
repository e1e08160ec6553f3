import { selectCallerId, type OwnNumber } from './caller-id';
import type { TrunkRoute } from '../../shared-kernel/leg-allocation';
import { selectTrunk, type TrunkChoice, type TrunkCandidate } from './trunk-choice';

export interface TrunkSnapshot extends Pick<
  TrunkCandidate,
  'id' | 'name' | 'enabled' | 'state' | 'reason' | 'freeChannels' | 'isSlotDue'
> {
  /** Shown for accounts without a number on it. */
  readonly callerId: string | null;
  /** The SIP user name; null on other trunks. */
  readonly username: string | null;
  readonly numbers: readonly Omit<OwnNumber, 'calledContactAt'>[];
}

export type RouteAllocation =
  | { readonly kind: 'routes'; readonly routes: readonly [TrunkRoute, ...TrunkRoute[]] }
  | Exclude<TrunkChoice, { readonly kind: 'trunk' }>;

type LastShown = ReadonlyMap<string, Date>;

const NEVER: LastShown = new Map();

/** Allocates the trunks of an account in one round of dispatch. */
export class TrunkAllocator {
  readonly #occupied = new Set<string>();

  /** @param trunks in the order in which the account tries them */
  constructor(
    private readonly trunks: readonly TrunkSnapshot[],
    /** 2 for a human call. */
    private readonly channels: number,
    /** Uses the first trunk alone, where an extension is rung. The others are for failover. */
    private readonly firstTrunkOnly = false,
  ) {}

  get nextChoice(): TrunkChoice {
    return this.#choose(this.#candidates(NEVER));
  }

  /** Calls that can begin now: one for each trunk whose slot is due. */
  get capacity(): number {
    return this.#beginning(this.trunks).filter(
      (trunk) => canBegin(trunk, this.channels) && !this.#occupied.has(trunk.id),
    ).length;
  }

  take(lastShown: LastShown = NEVER): RouteAllocation {
    const offers = this.#candidates(lastShown);
    const choice = this.#choose(offers);
    if (choice.kind !== 'trunk') return choice;
    this.#occupied.add(choice.id);
    const others = offers.filter(({ id, enabled, state }) => id !== choice.id && enabled && isWorking(state));
    const first = { trunkId: choice.id, callerId: choice.callerId };
    const next = others.flatMap(({ id: trunkId, callerId }) =>
      callerId === null ? [] : [{ trunkId, callerId }],
    );
    return { kind: 'routes', routes: [first, ...next] };
  }

  #choose(offers: readonly TrunkCandidate[]): TrunkChoice {
    return selectTrunk(this.#beginning(offers), this.channels);
  }

  #beginning<Trunk>(trunks: readonly Trunk[]): readonly Trunk[] {
    return this.firstTrunkOnly ? trunks.slice(0, 1) : trunks;
  }

  #candidates(lastShown: LastShown): TrunkCandidate[] {
    return this.trunks.map(({ numbers, callerId, username, ...trunk }) => ({
      ...trunk,
      isSlotDue: trunk.isSlotDue && !this.#occupied.has(trunk.id),
      callerId: selectCallerId(
        numbers.map((number) => ({ ...number, calledContactAt: lastShown.get(number.phoneNumber) ?? null })),
        { callerId, username },
      ),
    }));
  }
}

function isWorking(state: TrunkCandidate['state']): boolean {
  return state === 'up' || state === 'unknown';
}

function canBegin({ enabled, state, freeChannels, isSlotDue }: TrunkSnapshot, channels: number): boolean {
  return enabled && isWorking(state) && freeChannels >= channels && isSlotDue;
}
