/** Where the simulated network gets its waits from; tests bring their own. */
export interface Timers {
  /** Runs `then` after so many real milliseconds; the answer cancels it. */
  after(ms: number, then: () => void): () => void;
}

/** Real timers that keep no process alive. No wait at all still lets everything else run first. */
export const REAL_TIMERS: Timers = {
  after(ms, then) {
    if (ms <= 0) {
      // Not unref'd: the loop would sleep until something else wakes it.
      const immediate = setImmediate(then);
      return () => {
        clearImmediate(immediate);
      };
    }
    const timeout = setTimeout(then, ms).unref();
    return () => {
      clearTimeout(timeout);
    };
  },
};
