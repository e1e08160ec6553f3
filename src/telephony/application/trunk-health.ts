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
  readonly #openers: ((trunkIds: readonly string[]) => Promise<void>)[] = [];
  readonly #tellers: ((trunkId: string) => TrunkState | undefined)[] = [];

  /** Registers who knows about some trunks, and says undefined of others. */
  teller(teller: (trunkId: string) => TrunkState | undefined): void {
    this.#tellers.push(teller);
  }

  /** Registers who opens trunks that were added a moment ago. */
  opener(open: (trunkIds: readonly string[]) => Promise<void>): void {
    this.#openers.push(open);
  }

  /** Opens those of the enabled trunks that this process does not know yet. */
  async open(trunkIds: readonly string[]): Promise<void> {
    await Promise.all(this.#openers.map((open) => open(trunkIds)));
  }

  readonly of = (trunkId: string): TrunkState => {
    for (const teller of this.#tellers) {
      const known = teller(trunkId);
      if (known) return known;
    }
    return UNKNOWN;
  };
}
