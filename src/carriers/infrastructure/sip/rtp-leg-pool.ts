import type { RtpLeg } from '../../../media';

/** Legs whose ports are taken before their call is dialed, so that no call is begun without ports. */
export class RtpLegPool {
  readonly #legs = new Map<RtpLeg, () => void>();

  constructor(private readonly open: () => Promise<RtpLeg>) {}

  get count(): number {
    return this.#legs.size;
  }

  /** Opens legs until so many are spare; resolves with how many are, which is fewer when no ports are free. Never rejects. */
  async reserve(count: number): Promise<number> {
    while (this.#legs.size < count) {
      const leg = await this.open().catch(() => null);
      if (!leg) break;
      // A leg ends with its thread.
      const stop = leg.listen({ closed: () => this.#legs.delete(leg) });
      this.#legs.set(leg, stop);
    }
    return Math.min(count, this.#legs.size);
  }

  /** A spare leg, taken at once, or else one that is opened now. @throws Error when no ports are free */
  take(): Promise<RtpLeg> {
    for (const [leg, stop] of this.#legs) {
      this.#legs.delete(leg);
      stop();
      return Promise.resolve(leg);
    }
    return this.open();
  }

  /** Frees the ports of those that nobody took. */
  release(): void {
    for (const leg of [...this.#legs.keys()]) {
      this.#legs.delete(leg);
      void leg.close();
    }
  }
}
