import { Injectable } from '@nestjs/common';
import { circuitBreaker } from '../domain/circuit-breaker';
import type { TrunkSnapshot } from '../domain/trunk-allocator';
import { type DispatchTrunk, TrunkDispatchRepository } from '../infrastructure/trunk-dispatch.repository';
import { HumanCallPriority } from './human-call-priority';
import { TrunkHealthRegistry } from './trunk-health-registry';

/** One call rechecks a failing trunk after this time. */
const FAILING_RECHECK_MS = 1_000;

/** Reads trunks as an account may use them now: health, free channels, numbers. */
@Injectable()
export class TrunkCandidateReader {
  /** Failing trunks are not checked again before this time, in milliseconds. */
  readonly #failing = new Map<string, number>();

  constructor(
    private readonly trunks: TrunkDispatchRepository,
    private readonly health: TrunkHealthRegistry,
    private readonly priority: HumanCallPriority,
  ) {}

  isFailing(trunkId: string, nowMs: number): boolean {
    return (this.#failing.get(trunkId) ?? 0) > nowMs;
  }

  /**
   * The trunks must be locked, unless it is for display. @param yields channels reserved for human calls are not free
   */
  async of(
    accountId: string,
    trunks: readonly DispatchTrunk[],
    day: string,
    now: Date,
    yields = false,
    stateOf: TrunkHealthRegistry['of'] = (id) => this.health.of(id),
  ): Promise<TrunkSnapshot[]> {
    const ids = trunks.map(({ id }) => id);
    const [inUse, kept, outcomes, numbers] = await Promise.all([
      this.trunks.inUse(ids),
      yields ? this.priority.findReserved(ids) : new Set<string>(),
      this.trunks.outcomes(ids),
      this.trunks.numbers(accountId, ids, day),
    ]);
    return trunks.map(({ id, name, enabled, channels, callerId, username, nextDialAt }) => {
      const breaker = circuitBreaker(outcomes(id));
      const isFailing = breaker.kind === 'failing' && now < breaker.probeAt;
      if (isFailing) this.#failing.set(id, now.getTime() + FAILING_RECHECK_MS);
      else this.#failing.delete(id);
      const { state, reason } = stateOf(id);
      return {
        id,
        name,
        enabled,
        callerId,
        username,
        // A trunk that cannot be reached at all is no place for a probe.
        state: isFailing && state !== 'down' ? 'failing' : state,
        reason: isFailing ? breaker.status : reason,
        freeChannels: kept.has(id) ? 0 : channels - inUse(id),
        isSlotDue: isDue(nextDialAt, now.getTime()),
        numbers: numbers.filter(({ trunkId }) => trunkId === id),
      };
    });
  }

  async shownTo(
    accountId: string,
    contacts: readonly string[],
  ): Promise<Map<string, ReadonlyMap<string, Date>>> {
    const shown = new Map(contacts.map((contact) => [contact, new Map<string, Date>()]));
    for (const { phoneNumber, shownNumber, at } of await this.trunks.shownTo(accountId, contacts)) {
      shown.get(phoneNumber)?.set(shownNumber, at);
    }
    return shown;
  }
}

export function isDue(nextDialAt: Date | null, nowMs: number): boolean {
  return nextDialAt === null || nextDialAt.getTime() <= nowMs;
}
