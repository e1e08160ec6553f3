/** Errors of one queue share a line in this time. */
const INTERVAL_MS = 5_000;

/** Logs the first error of a queue at once, and counts the others of the next 5 s in one line. */
export class ErrorDigest {
  readonly #counts = new Map<string, number>();

  constructor(private readonly log: (line: string) => void) {}

  add(queue: string, text: string): void {
    const count = this.#counts.get(queue);
    if (count !== undefined) {
      this.#counts.set(queue, count + 1);
      return;
    }
    this.log(`queue ${queue}: ${text}`);
    this.#start(queue);
  }

  #start(queue: string): void {
    this.#counts.set(queue, 0);
    const timer = setTimeout(() => {
      const count = this.#counts.get(queue) ?? 0;
      this.#counts.delete(queue);
      if (count === 0) return;
      this.log(`queue ${queue}: ${count} more errors in ${INTERVAL_MS / 1_000} s`);
      this.#start(queue);
    }, INTERVAL_MS);
    timer.unref();
  }
}
