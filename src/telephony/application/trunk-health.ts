import { Injectable } from '@nestjs/common';

/** What a process knows of a trunk. */
export interface TrunkState {
  readonly state: 'up' | 'down' | 'unknown';
  /** Why it is down; null otherwise. */
  readonly reason: string | null;
}

const UNKNOWN: TrunkState = { state: 'unknown', reason: null };

/** The trunks as this process sees them. Whoever holds connections to trunks of a kind says how they are. */
@Injectable()
export class TrunkHealth {
  readonly #tellers: ((trunkId: string) => TrunkState | undefined)[] = [];

  /** Registers who knows about some trunks, and says undefined of others. */
  teller(teller: (trunkId: string) => TrunkState | undefined): void {
    this.#tellers.push(teller);
  }

  readonly of = (trunkId: string): TrunkState => {
    for (const teller of this.#tellers) {
      const known = teller(trunkId);
      if (known) return known;
    }
    return UNKNOWN;
  };
}
