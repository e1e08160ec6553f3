/** Errors of one queue share a line in this time. */
const INTERVAL_MS = 5_000;

interface Interval {
  count: number;
  /** The last error may have another cause than the first. */
  last: string;
}

/** Logs the first error of a queue at once, and counts the others of the next 5 s in one line, with the last of them. */
export class ErrorDigest {
  readonly #intervals = new Map<string, Interval>();

  constructor(private readonly log: (line: string) => void) {}

  add(queue: string, text: string): void {
    const interval = this.#intervals.get(queue);
    if (interval) {
      interval.count++;
      interval.last = text;
      return;
    }
    this.log(`queue ${queue}: ${text}`);
    this.#start(queue);
  }

  #start(queue: string): void {
    const interval: Interval = { count: 0, last: '' };
    this.#intervals.set(queue, interval);
    const timer = setTimeout(() => {
      this.#intervals.delete(queue);
      if (interval.count === 0) return;
      this.log(
        `queue ${queue}: ${interval.count} more errors in ${INTERVAL_MS / 1_000} s, the last: ${interval.last}`,
      );
      this.#start(queue);
    }, INTERVAL_MS);
    timer.unref();
  }
}
