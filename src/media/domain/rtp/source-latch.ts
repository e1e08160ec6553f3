export type LatchResult = 'taken' | 'unknown_source' | 'other_source';

/** Without a packet from the current source, another may replace it. */
const SWITCH_GRACE_MS = 500;

function rangeOf(text: string): { readonly bits: number; readonly mask: number } | undefined {
  const [address = '', length = '32', ...more] = text.split('/');
  const bits = addressBits(address);
  if (bits === undefined || more.length > 0 || !/^\d{1,2}$/.test(length) || Number(length) > 32)
    return undefined;
  const mask = length === '0' ? 0 : (-1 << (32 - Number(length))) >>> 0;
  return { bits: (bits & mask) >>> 0, mask };
}

function addressBits(address: string): number | undefined {
  const parts = address.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((bits, part) => ((bits << 8) | Number(part)) >>> 0, 0);
}

/** Accepts packets of the other side: the first valid one from a known source settles address and port. */
export class SourceLatch {
  #allowed: readonly { readonly bits: number; readonly mask: number }[] = [];
  #address: string | null = null;
  #port = 0;
  #lastMs = -Infinity;

  expect(sources: readonly string[]): void {
    this.#allowed = sources.map(rangeOf).filter((range) => range !== undefined);
    this.renew();
  }

  renew(): void {
    this.#address = null;
  }

  get address(): string | null {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  allows(address: string): boolean {
    const bits = addressBits(address);
    if (bits === undefined) return false;
    return this.#allowed.some((range) => (bits & range.mask) >>> 0 === range.bits);
  }

  classify(address: string, port: number, nowMs: number): LatchResult {
    if (address === this.#address && port === this.#port) {
      this.#lastMs = nowMs;
      return 'taken';
    }
    if (!this.allows(address)) return 'unknown_source';
    if (this.#address !== null && nowMs - this.#lastMs < SWITCH_GRACE_MS) return 'other_source';
    this.#address = address;
    this.#port = port;
    this.#lastMs = nowMs;
    return 'taken';
  }
}
