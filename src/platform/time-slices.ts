/** The limit of work between two turns of the event loop. One step of the work may last longer. */
const SLICE_MS = 2;

/** A turn of the event loop without other work is shorter, and then nothing waits for a pause. */
const IDLE_TURN_MS = 0.2;

const due: (() => void)[] = [];
/** After a slice a busy event loop is free for the duration of that slice. */
let pausedUntilMs = 0;
let isScheduled = false;

function schedule(): void {
  if (isScheduled || due.length === 0) return;
  isScheduled = true;
  const since = performance.now();
  setImmediate(() => {
    const now = performance.now();
    const pauseMs = now - since > IDLE_TURN_MS ? pausedUntilMs - now : 0;
    if (pauseMs > 0) setTimeout(runNext, pauseMs);
    else runNext();
  });
}

function runNext(): void {
  due.shift()?.();
  // The slice runs before that, and sets its pause.
  setImmediate(() => {
    isScheduled = false;
    schedule();
  });
}

/** Divides long synchronous work: other requests wait for one slice at most, and have half of the event loop. */
export class TimeSlices {
  #startedAt = performance.now();

  /** Resolves at once during the slice, else after the slices of others, and a pause when the event loop is busy. */
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
