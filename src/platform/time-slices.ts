/** Longest run of bulk work between two turns of the event loop, in ms. */
const SLICE_MS = 4;

/** Bulk work that is due for its next slice, in order. */
const due: (() => void)[] = [];

function runNext(): void {
  due.shift()?.();
  if (due.length > 0) setImmediate(runNext);
}

/**
 * Divides long synchronous work, so that other requests wait for a slice of it at most. All such work of the process
 * shares one slice per turn of the event loop.
 */
export class TimeSlices {
  #startedAt = performance.now();

  /** Resolves at once while the slice lasts, else in a later turn of the event loop. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedAt < SLICE_MS) return;
    await new Promise<void>((resolve) => {
      if (due.push(resolve) === 1) setImmediate(runNext);
    });
    this.#startedAt = performance.now();
  }
}
