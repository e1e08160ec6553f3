/** Runs of the sweep after which an unchanged finding is reported again, because its reminder may have been lost. */
const REPEAT_AFTER_SWEEPS = 5;

/** Limit of repeated reports in one run; the oldest reports come first. */
const MAX_REPEATS = 50;

/**
 * Prevents a sweep from reporting the same finding at every run. With work left in a thousand accounts, reminders of
 * all of them every second would cost over a tenth of that work.
 */
export class SweepDeduplicator {
  #known = new Map<string, { readonly state: string; readonly sweeps: number }>();

  /** Forgets all findings, when their reports may have failed: the next run reports everything. */
  forget(): void {
    this.#known = new Map();
  }

  /**
   * The findings to report, given by id and state: new ones, changed ones, and those reported {@link REPEAT_AFTER_SWEEPS} sweeps
   * ago or earlier. If fewer than half as many reminders are waiting in the queue, everything is reported: the
   * reminders are then not queued behind others, but lost or done without effect.
   */
  findingsToReport(found: ReadonlyMap<string, string>, reminders: number): string[] {
    if (reminders < found.size / 2) this.forget();
    const known = [...found].map(([id, state]) => {
      const before = this.#known.get(id);
      return { id, state, sweeps: before?.state === state ? before.sweeps + 1 : 0 };
    });
    const again = known
      .filter(({ sweeps }) => sweeps >= REPEAT_AFTER_SWEEPS)
      .sort((a, b) => b.sweeps - a.sweeps)
      .slice(0, MAX_REPEATS);
    const reported = [...known.filter(({ sweeps }) => sweeps === 0), ...again].map(({ id }) => id);
    const isReported = new Set(reported);
    this.#known = new Map(
      known.map(({ id, state, sweeps }) => [id, { state, sweeps: isReported.has(id) ? 0 : sweeps }]),
    );
    return reported;
  }
}
