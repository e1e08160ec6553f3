import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { newId } from '../../platform/ids';
import type { LegAllocation } from '../../shared-kernel/leg-allocation';
import { circuitBreaker } from '../domain/circuit-breaker';
import type { Sentence } from '../domain/trunk-choice';
import { TrunkAllocator } from '../domain/trunk-allocator';
import { type LegKind, LegRepository, type LegResult, type NewLeg } from '../infrastructure/leg.repository';
import { TrunkDispatchRepository } from '../infrastructure/trunk-dispatch.repository';
import { HumanCallPriority } from './human-call-priority';
import { TrunkHealthRegistry } from './trunk-health-registry';
import { isDue, TrunkCandidateReader } from './trunk-candidate-reader';

interface Candidate {
  readonly callId: string;
  /** E.164. */
  readonly phoneNumber: string;
}

type NoTrunk =
  /** No trunk will ever accept a call. `reason` follows "The carrier refused". */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The calls stay in the queue; `reason` is a sentence for the client. */
  | { readonly kind: 'waiting'; readonly reason: Sentence };

/** The locked trunks of an account in one round. */
export interface LockedTrunks {
  readonly capacity: number;
  /** null: never. */
  readonly lastLegAt: Date | null;
  /** null: a call may begin. */
  readonly blocker: NoTrunk | null;
  /** Chooses trunk and caller id of each call, by its id. {@link TrunkChannels.take} occupies them. */
  route(calls: readonly Candidate[]): Promise<Map<string, LegAllocation>>;
}

export interface OccupiedLeg {
  readonly leg: LegAllocation;
  readonly callId: string;
  readonly attempt: number;
  readonly phoneNumber: string;
  readonly kind: LegKind;
}

export interface AvailableTrunks {
  readonly ids: readonly string[];
  /** A human call needs two channels. */
  readonly pairs: readonly string[];
  /** When the next slot is due; null when only the end of a leg frees one. */
  readonly nextAt: Date | null;
  /** No trunk is enabled: nothing can be dispatched. */
  readonly isIdle: boolean;
}

/**
 * Channels and call rates of trunks, exact over all accounts and processes: a channel is a row of `legs` without an end,
 * counted under the lock of the trunk's row, which comes after the account's line row in the lock order.
 */
@Injectable()
export class TrunkChannels {
  #onFreed: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly trunks: TrunkDispatchRepository,
    private readonly legs: LegRepository,
    private readonly health: TrunkHealthRegistry,
    private readonly priority: HumanCallPriority,
    private readonly candidates: TrunkCandidateReader,
  ) {}

  onFreed(listener: () => void): void {
    this.#onFreed = listener;
  }

  /** The last status of each enabled trunk whose circuit breaker is open. */
  async failing(): Promise<Map<string, string>> {
    const outcomes = await this.trunks.enabledOutcomes();
    return new Map(
      [...outcomes].flatMap(([id, legs]) => {
        const breaker = circuitBreaker(legs);
        return breaker.kind === 'failing' ? [[id, breaker.status] as const] : [];
      }),
    );
  }

  /** Read without locks: the dispatch round decides. */
  async free(): Promise<AvailableTrunks> {
    const nowMs = this.clock.nowMs();
    const enabled = await this.trunks.findEnabled();
    if (enabled.length === 0) return { ids: [], pairs: [], nextAt: null, isIdle: true };
    await this.health.open(enabled.map(({ id }) => id));
    const usable = enabled.filter(
      ({ id }) => this.health.of(id).state !== 'down' && !this.candidates.isFailing(id, nowMs),
    );
    const usableIds = usable.map(({ id }) => id);
    const inUse = await this.trunks.inUse(usableIds);
    const reserved = await this.priority.findReserved(usableIds);
    const withChannel = usable.filter(({ id, channels }) => inUse(id) < channels);
    const later = withChannel.flatMap(({ nextDialAt }) =>
      isDue(nextDialAt, nowMs) ? [] : [Number(nextDialAt)],
    );
    const due = withChannel.filter(({ nextDialAt }) => isDue(nextDialAt, nowMs));
    return {
      ids: due.filter(({ id }) => !reserved.has(id)).map(({ id }) => id),
      pairs: due.filter(({ id, channels }) => inUse(id) + 2 <= channels).map(({ id }) => id),
      nextAt: later.length === 0 ? null : new Date(Math.min(...later)),
      isIdle: false,
    };
  }

  /**
   * Locks the account's trunks until the transaction ends. The account's line row must be locked.
   * @param day the account's local day, for the use of its numbers
   * @param channels 2 for a human call
   * @param firstTrunkOnly for a call that rings an extension there
   */
  async lockForDispatch(
    accountId: string,
    day: string,
    channels: 1 | 2,
    firstTrunkOnly = false,
  ): Promise<LockedTrunks> {
    const now = this.clock.now();
    const locked = await this.trunks.lockOfAccount(accountId);
    const offered = await this.candidates.of(accountId, locked, day, now, channels === 1);
    const allocator = new TrunkAllocator(offered, channels, firstTrunkOnly);
    // Read after the channels were counted: every counted end was before this instant.
    const beganAt = this.clock.now();
    const { nextChoice } = allocator;
    const legs = locked.flatMap(({ lastLegAt }) => lastLegAt ?? []);
    return {
      capacity: allocator.capacity,
      lastLegAt: legs.length === 0 ? null : new Date(Math.max(...legs.map(Number))),
      blocker: nextChoice.kind === 'trunk' ? null : nextChoice,
      route: async (calls) => {
        const shown = await this.candidates.shownTo(
          accountId,
          calls.map(({ phoneNumber }) => phoneNumber),
        );
        return new Map(
          calls.flatMap(({ callId, phoneNumber }) => {
            const choice = allocator.take(shown.get(phoneNumber));
            if (choice.kind !== 'routes') return [];
            const { routes } = choice;
            return [[callId, { id: newId('leg'), accountId, beganAt, day, routes }] as const];
          }),
        );
      },
    };
  }

  async findBlocker(
    accountId: string,
    day: string,
    stateOf: TrunkHealthRegistry['of'],
    channels: 1 | 2,
    firstTrunkOnly: boolean,
  ): Promise<LockedTrunks['blocker']> {
    const trunks = await this.trunks.ofAccount(accountId);
    const offered = await this.candidates.of(
      accountId,
      trunks,
      day,
      this.clock.now(),
      channels === 1,
      stateOf,
    );
    const allocator = new TrunkAllocator(offered, channels, firstTrunkOnly);
    const { nextChoice } = allocator;
    return nextChoice.kind === 'trunk' ? null : nextChoice;
  }

  async take(accountId: string, day: string, occupied: readonly OccupiedLeg[]): Promise<void> {
    const [first] = occupied;
    if (!first) return;
    const at = first.leg.beganAt;
    // Both legs of a human call begin together: the second leg uses a slot when it rings.
    const firsts = new Map(occupied.map(({ callId, leg }) => [callId, leg.routes[0]]));
    const uses = [...firsts.values()].map(({ trunkId, callerId }) => ({ trunkId, shownNumber: callerId }));
    await Promise.all([
      this.legs.begin(occupied.map(firstTrial)),
      this.trunks.occupySlots([...new Set(uses.map(({ trunkId }) => trunkId))], at),
      this.trunks.use(accountId, uses, day, at),
    ]);
  }

  /**
   * Ends a refused leg and occupies a channel of the next trunk, in one write. Failovers wait for no slot; they delay
   * the next one.
   * @param day the account's local day, for the use of the number; undefined: its use is not counted
   * @returns false when the trunk accepts no leg, has no channel free for it, or the leg belongs to another process
   */
  async failOver(refused: LegResult, next: NewLeg, day?: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const trunk = await this.trunks.lock(next.trunkId);
      if (!trunk?.enabled) return false;
      const [inUse, reserved] = await Promise.all([
        this.trunks.inUse([trunk.id]),
        isAiDial(next) ? this.priority.findReserved([trunk.id]) : new Set<string>(),
      ]);
      if (inUse(trunk.id) >= trunk.channels || reserved.has(trunk.id)) return false;
      if (!(await this.legs.end(refused))) return false;
      const leg = { ...next, beganAt: this.clock.now() };
      await this.legs.begin([leg]);
      await Promise.all([
        this.legs.copySpeechEngines(refused.id, leg.id),
        this.trunks.occupySlots([trunk.id], leg.beganAt),
        // The counsellor's leg belongs to the same call.
        day !== undefined && leg.kind === 'contact' && this.trunks.countUse(leg, day),
      ]);
      return true;
    });
  }

  /** The second leg of a human call is rung: it waits for no slot, and delays the next. */
  async delayNextSlot(trunkId: string): Promise<void> {
    await this.unitOfWork.run(() => this.trunks.occupySlots([trunkId], this.clock.now()));
  }

  /** False when it was already free. */
  async end(leg: LegResult): Promise<boolean> {
    const ended = await this.legs.end(leg);
    this.#onFreed();
    return ended;
  }

  /** Frees the channels of a dial whose process died; the next media process hangs up its far ends. */
  abandon(callId: string, attempt: number, at: Date): Promise<void> {
    return this.legs.abandon(callId, attempt, at);
  }
}

/** A transfer belongs to a call that runs already. */
function isAiDial({ callId, kind }: NewLeg): boolean {
  return kind === 'contact' && callId.startsWith('call_');
}

function firstTrial({ leg, callId, attempt, phoneNumber, kind }: OccupiedLeg): NewLeg {
  const { id, accountId, beganAt, routes, speech } = leg;
  const { trunkId, callerId: shownNumber } = routes[0];
  const dial = { callId, attempt, trunkAttempt: 1, kind, phoneNumber };
  return { id, accountId, ...dial, trunkId, shownNumber, beganAt, speech };
}
