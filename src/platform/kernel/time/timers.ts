export interface Timers {
  /** Real milliseconds. Returns a function that cancels the timer. */
  after(ms: number, then: () => void): () => void;
  /** Monotonic, in milliseconds. */
  now(): number;
}

/** Resolves after `ms` real milliseconds. */
export function delay(timers: Timers, ms: number): Promise<void> {
  return new Promise((resolve) => void timers.after(ms, resolve));
}

/** These timers do not prevent the process from ending. Even a wait of 0 lets pending work run first. */
export const REAL_TIMERS: Timers = {
  after(ms, then) {
    if (ms <= 0) {
      // Not unref'd: the event loop would not wake for it.
      const immediate = setImmediate(then);
      return () => clearImmediate(immediate);
    }
    const timeout = setTimeout(then, ms).unref();
    return () => clearTimeout(timeout);
  },
  now: () => performance.now(),
};
