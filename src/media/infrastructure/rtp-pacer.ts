import { FRAME_MS } from '../domain/frame';
import { Pacing } from '../domain/pacing';

export interface Paced {
  tick(dueMs: number): void;
  skip(frames: number): void;
  /** Without legs the clock stops; `wake` restarts it. */
  readonly size: number;
}

/** Runs the 20 ms clock of the media thread. */
export class RtpPacer {
  #pacing: Pacing | null = null;

  constructor(
    private readonly paced: Paced,
    private readonly now: () => number,
  ) {}

  wake(): void {
    if (this.#pacing) return;
    this.#pacing = new Pacing(this.now());
    this.#run(this.#pacing);
  }

  #run(pacing: Pacing): void {
    if (this.paced.size === 0) {
      this.#pacing = null;
      return;
    }
    let dueMs = pacing.nextMs;
    const { skipped, ticks } = pacing.consumeDue(this.now());
    if (skipped > 0) this.paced.skip(skipped);
    dueMs += skipped * FRAME_MS;
    for (let at = 0; at < ticks; at++) this.paced.tick(dueMs + at * FRAME_MS);
    // A timer may fire early by a fraction of a millisecond; then it is set again.
    setTimeout(() => this.#run(pacing), Math.max(0, pacing.nextMs - this.now()));
  }
}
