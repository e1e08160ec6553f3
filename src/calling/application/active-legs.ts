import { Injectable } from '@nestjs/common';
import type { Turn } from '../../shared-kernel/talk';
import type { Carrier } from '../../carriers';
import type { LegReference } from '../domain/leg-reference';
import type { LegHandler } from './leg-handler';

/** A leg of this process, which placed or recovered it. */
export interface ActiveLeg extends LegReference {
  readonly accountId: string;
  readonly handler: LegHandler;
  readonly carrier: Carrier;
  /** The turns so far, in the order of their start. */
  turns: readonly Turn[];
  /** The turns that are not in the database yet. */
  unstored: readonly Turn[];
}

/** The legs of this process, in memory. The lease in the database decides whether it still owns them. */
@Injectable()
export class ActiveLegs {
  readonly #legs = new Map<string, ActiveLeg>();

  /** @param turns of a recovered leg, which another process has stored */
  add(leg: Omit<ActiveLeg, 'turns' | 'unstored'>, turns: readonly Turn[] = []): void {
    this.#legs.set(leg.callId, { ...leg, turns, unstored: [] });
  }

  /** Forgets a dial; a later dial of the same call stays. */
  remove(leg: LegReference): void {
    if (this.get(leg)) this.#legs.delete(leg.callId);
  }

  get({ callId, attempt }: LegReference): ActiveLeg | undefined {
    const leg = this.#legs.get(callId);
    return leg?.attempt === attempt ? leg : undefined;
  }

  /** Adds to the transcript; turns that are known already change nothing. */
  addTurns(reference: LegReference, turns: readonly Turn[]): void {
    const leg = this.get(reference);
    if (!leg) return;
    const known = new Set(leg.turns.map(keyOf));
    const fresh = turns.filter((turn) => !known.has(keyOf(turn)));
    if (fresh.length === 0) return;
    leg.turns = [...leg.turns, ...fresh].sort((a, b) => a.startMs - b.startMs);
    leg.unstored = [...leg.unstored, ...fresh];
  }

  all(): ActiveLeg[] {
    return [...this.#legs.values()];
  }

  /** Legs that occupy ports of this process. */
  get overTrunks(): number {
    return this.all().filter(({ carrier }) => carrier.capabilities.overTrunks).length;
  }

  get count(): number {
    return this.#legs.size;
  }
}

const keyOf = ({ speaker, startMs }: Turn): string => `${speaker} ${startMs}`;
