/** Longest run of bulk work between two turns of the event loop, in ms. One step of it may take longer. */
const SLICE_MS = 2;

/** Bulk work that is due for its next slice, in order. */
const due: (() => void)[] = [];
/** Until then the event loop belongs to others: after a slice, for as long as the slice took. */
let pausedUntilMs = 0;
let isScheduled = false;

function schedule(): void {
  if (isScheduled || due.length === 0) return;
  isScheduled = true;
  const pauseMs = pausedUntilMs - performance.now();
  if (pauseMs > 0) setTimeout(runNext, pauseMs);
  else setImmediate(runNext);
}

function runNext(): void {
  due.shift()?.();
  // The slice runs before that, and says for how long it is paused.
  setImmediate(() => {
    isScheduled = false;
    schedule();
  });
}

/**
 * Divides long synchronous work, so that other requests wait for a slice of it at most. All such work of the process
 * together takes half of the event loop's time.
 */
export class TimeSlices {
  #startedAt = performance.now();

  /** Resolves at once while the slice lasts, else after the slices of others and a pause. */
  async next(): Promise<void> {
    const now = performance.now();
    const tookMs = now - this.#startedAt;
    if (tookMs < SLICE_MS) return;
    pausedUntilMs = now + tookMs;
    await new Promise<void>((resolve) => {
      due.push(resolve);
      schedule();
    });
    this.#startedAt = performance.now();
  }
}
