import { Injectable } from '@nestjs/common';
import type { TrunkHealthStatus } from '../domain/trunk-health-status';

const UNKNOWN: TrunkHealthStatus = { state: 'unknown', reason: null };

/** The health of the trunks in this process, from all carriers. */
@Injectable()
export class TrunkHealthRegistry {
  readonly #openers: ((trunkIds: readonly string[]) => Promise<void>)[] = [];
  readonly #sources: ((trunkId: string) => TrunkHealthStatus | undefined)[] = [];

  /** `teller` returns undefined for trunks of other sources. */
  registerSource(teller: (trunkId: string) => TrunkHealthStatus | undefined): void {
    this.#sources.push(teller);
  }

  registerOpener(open: (trunkIds: readonly string[]) => Promise<void>): void {
    this.#openers.push(open);
  }

  async open(trunkIds: readonly string[]): Promise<void> {
    await Promise.all(this.#openers.map((open) => open(trunkIds)));
  }

  readonly of = (trunkId: string): TrunkHealthStatus => {
    for (const teller of this.#sources) {
      const known = teller(trunkId);
      if (known) return known;
    }
    return UNKNOWN;
  };
}
