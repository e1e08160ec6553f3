import type { Runtime } from '../ports';

const LIFETIME_MS = 300_000;
/** Nonces that proved a password; beyond it the oldest becomes stale. */
const MAX_PROVEN = 10_000;

interface Parts {
  readonly issuedAt: number;
  readonly head: string;
  readonly signature: string;
}

/**
 * Issues nonces for one address and 5 minutes (RFC 7616 section 5.4). Each contains address and time, signed, so a
 * flood of requests occupies no memory.
 */
export class Nonces {
  readonly #secret: string;
  /** The highest count of each nonce that proved a password. */
  readonly #proven = new Map<string, number>();
  #staleBefore = -Infinity;

  constructor(private readonly runtime: Pick<Runtime, 'timers' | 'randomHex' | 'hash'>) {
    this.#secret = runtime.randomHex(32);
  }

  issue(address: string): string {
    const head = `${Math.floor(this.runtime.timers.now()).toString(16)}.${this.runtime.randomHex(8)}`;
    return `${head}.${this.#sign(head, address)}`;
  }

  /** False when it is of another process or address, too old, or has seen this count. */
  isUsable(nonce: string, address: string, count: number): boolean {
    const parts = partsOf(nonce);
    if (parts === null || parts.signature !== this.#sign(parts.head, address)) return false;
    const { issuedAt } = parts;
    if (issuedAt <= this.#staleBefore || this.runtime.timers.now() - issuedAt > LIFETIME_MS) return false;
    return count > (this.#proven.get(nonce) ?? 0);
  }

  /** The password was right: each later count must be higher. The nonce must be usable. */
  use(nonce: string, count: number): void {
    this.#proven.set(nonce, count);
    for (const oldest of this.#proven.keys()) {
      const issuedAt = partsOf(oldest)?.issuedAt ?? -Infinity;
      const isOver = this.runtime.timers.now() - issuedAt > LIFETIME_MS;
      if (!isOver && this.#proven.size <= MAX_PROVEN) break;
      this.#proven.delete(oldest);
      // Without its count it could be replayed.
      if (!isOver) this.#staleBefore = Math.max(this.#staleBefore, issuedAt);
    }
  }

  #sign(head: string, address: string): string {
    const { hash } = this.runtime;
    const inner = hash('SHA-256', `${this.#secret}\n${head}\n${address}`);
    return hash('SHA-256', `${this.#secret}\n${inner}`).slice(0, 32);
  }
}

function partsOf(nonce: string): Parts | null {
  const [time = '', random = '', signature = '', more] = nonce.split('.', 4);
  if (more !== undefined || !/^[0-9a-f]{1,14}$/.test(time)) return null;
  return { issuedAt: Number.parseInt(time, 16), head: `${time}.${random}`, signature };
}
