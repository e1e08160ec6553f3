/** A limit of calls a second, which is also the burst. */
export class TokenBucket {
  #left: number | null = null;
  #atMs = 0;

  /** `perSecond` may change between two calls. */
  acquire(nowMs: number, perSecond: number): boolean {
    const passed = Math.max(0, nowMs - this.#atMs) / 1_000;
    const left = this.#left === null ? perSecond : Math.min(perSecond, this.#left + passed * perSecond);
    this.#atMs = nowMs;
    this.#left = left >= 1 ? left - 1 : left;
    return left >= 1;
  }
}
