import type { RtpLeg } from '../../../media';

/** Reserves ports before calls are dialed, so that no call begins without ports. */
export class RtpLegPool {
  readonly #legs = new Map<RtpLeg, () => void>();

  constructor(private readonly open: () => Promise<RtpLeg>) {}

  get count(): number {
    return this.#legs.size;
  }

  /** Opens legs until `count` are spare. @returns the spare legs, fewer without free ports. Never rejects */
  async reserve(count: number): Promise<number> {
    while (this.#legs.size < count) {
      const leg = await this.open().catch(() => null);
      if (!leg) break;
      // A leg ends with its thread.
      const stop = leg.listen({ onClosed: () => this.#legs.delete(leg) });
      this.#legs.set(leg, stop);
    }
    return Math.min(count, this.#legs.size);
  }

  /** @throws Error when no ports are free */
  acquire(): Promise<RtpLeg> {
    for (const [leg, stop] of this.#legs) {
      this.#legs.delete(leg);
      stop();
      return Promise.resolve(leg);
    }
    return this.open();
  }

  release(): void {
    for (const leg of [...this.#legs.keys()]) {
      this.#legs.delete(leg);
      void leg.close();
    }
  }
}
