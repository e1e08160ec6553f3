import type { Target } from '../../../sip';

/** The addresses of a name that does not resolve any more count this long: DNS may fail for a while. */
const FORMER_MS = 3_600_000;

interface Found {
  readonly targets: readonly Target[];
  readonly atMs: number;
}

/** The addresses of a trunk's servers, from which its requests come. */
export class ServerSources {
  readonly #found = new Map<string, Found>();

  /** @param targets none: the server does not resolve now */
  update(server: string, targets: readonly Target[]): void {
    const nowMs = performance.now();
    const before = this.#found.get(server);
    if (targets.length > 0) this.#found.set(server, { targets, atMs: nowMs });
    else if (before && nowMs - before.atMs > FORMER_MS) this.#found.delete(server);
  }

  has(address: string): boolean {
    for (const { targets } of this.#found.values()) {
      if (targets.some((target) => target.address === address)) return true;
    }
    return false;
  }
}
