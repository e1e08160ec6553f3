import type { DialogRecord } from '../domain/dialog';
import type { Core } from './core';
import { nextHops } from './next-hop';

/** Resolves the addresses of a dialog's next hop, which sends the far side's requests, too (RFC 3261 section 16.4). */
export class NextHopSources {
  #addresses: ReadonlySet<string> = new Set();
  #lookup: Promise<void> | null = null;

  constructor(private readonly core: Core) {}

  has(address: string): boolean {
    return this.#addresses.has(address);
  }

  get settled(): Promise<void> | null {
    return this.#lookup && this.#settle();
  }

  /** The earlier addresses count until the new ones are known. */
  update(dialog: DialogRecord): void {
    const lookup = nextHops(dialog, this.core.lookUp).then((hops) => {
      if (this.#lookup !== lookup) return;
      this.#addresses = new Set(hops.map(({ address }) => address));
      this.#lookup = null;
    });
    this.#lookup = lookup;
  }

  async #settle(): Promise<void> {
    while (this.#lookup !== null) await this.#lookup;
  }
}
