/** Looks after which an unchanged finding is reported again, because its reminder may have been lost. */
const AGAIN_AFTER = 5;

/** Limit of repeated reports in one look; the oldest reports come first. */
const AGAIN_AT_ONCE = 50;

/**
 * Keeps a sweep from reporting the same finding at every look. With work left in a thousand accounts, reminders of all
 * of them every second would cost over a tenth of that work.
 */
export class FoundBefore {
  #known = new Map<string, { readonly state: string; readonly looks: number }>();

  /** Forgets all findings, when their reports may have failed: the next look reports everything. */
  forget(): void {
    this.#known = new Map();
  }

  /**
   * The findings to report, given by id and state: new ones, changed ones, and those reported {@link AGAIN_AFTER} looks
   * ago or earlier. If fewer than half as many reminders are waiting in the queue, everything is reported: the
   * reminders are then not queued behind others, but lost or done without effect.
   */
  news(found: ReadonlyMap<string, string>, reminders: number): string[] {
    if (reminders < found.size / 2) this.forget();
    const known = [...found].map(([id, state]) => {
      const before = this.#known.get(id);
      return { id, state, looks: before?.state === state ? before.looks + 1 : 0 };
    });
    const again = known
      .filter(({ looks }) => looks >= AGAIN_AFTER)
      .sort((a, b) => b.looks - a.looks)
      .slice(0, AGAIN_AT_ONCE);
    const news = [...known.filter(({ looks }) => looks === 0), ...again].map(({ id }) => id);
    const told = new Set(news);
    this.#known = new Map(
      known.map(({ id, state, looks }) => [id, { state, looks: told.has(id) ? 0 : looks }]),
    );
    return news;
  }
}
