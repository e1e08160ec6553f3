/** Between two turns of the event loop. One step of the work may last longer. */
const SLICE_MS = 2;

const due: (() => void)[] = [];
/** After a slice the event loop is free for the duration of that slice. */
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
  // The slice runs before that, and sets its pause.
  setImmediate(() => {
    isScheduled = false;
    schedule();
  });
}

/** Divides long synchronous work: other requests wait for one slice at most, and the event loop stays half free. */
export class TimeSlices {
  #startedAt = performance.now();

  /** Resolves at once during the slice, else after the slices of others and a pause. */
  async next(): Promise<void> {
    const now = performance.now();
    const elapsedMs = now - this.#startedAt;
    if (elapsedMs < SLICE_MS) return;
    pausedUntilMs = now + elapsedMs;
    await new Promise<void>((resolve) => {
      due.push(resolve);
      schedule();
    });
    this.#startedAt = performance.now();
  }
}
