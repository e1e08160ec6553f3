export class ResponseTimes {
  readonly #all: number[] = [];

  add(ms: number | undefined): void {
    if (ms !== undefined) this.#all.push(ms);
  }

  describe(): string | null {
    const sorted = [...this.#all].sort((a, b) => a - b);
    const slowest = sorted.at(-1);
    const median = sorted[Math.floor((sorted.length - 1) / 2)];
    if (slowest === undefined || median === undefined) return null;
    const answers = sorted.length === 1 ? '1 answer' : `${sorted.length} answers`;
    return `Response latency: median ${median} ms, slowest ${slowest} ms, ${answers}.`;
  }
}
