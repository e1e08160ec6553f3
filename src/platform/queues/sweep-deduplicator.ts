/** After this number of sweeps an unchanged finding is reported again, because its reminder may have been lost. */
const REPEAT_AFTER_SWEEPS = 5;

/** In one run; the oldest reports come first. */
const MAX_REPEATS = 50;

/**
 * Prevents a sweep from reporting a finding at every run: a thousand accounts' reminders would cost a tenth of their
 * work.
 */
export class SweepDeduplicator {
  #known = new Map<string, { readonly state: string; readonly sweeps: number }>();

  /** Forgets reports that may have failed: the next run reports everything. */
  forget(): void {
    this.#known = new Map();
  }

  /**
   * Findings by id and state that are new, changed, or reported {@link REPEAT_AFTER_SWEEPS} sweeps ago or earlier.
   * All of them if fewer than half as many reminders wait: then they are lost, or were without effect.
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
