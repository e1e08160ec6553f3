/** What is found unchanged is told again after so many looks: a reminder of it may have been lost. */
const AGAIN_AFTER = 5;

/** So many are told again at one look, if there are more: those first that were told longest ago. */
const AGAIN_AT_ONCE = 50;

/**
 * Keeps a sweep from telling at each look what it has told already: with work left in a thousand accounts, each behind the
 * others in the queue, reminders of all of them every second would cost more than a tenth of that work.
 */
export class FoundBefore {
  #known = new Map<string, { readonly state: string; readonly looks: number }>();

  /** What was to be told may not have been: all that is found next is news. */
  forget(): void {
    this.#known = new Map();
  }

  /**
   * Of what a look has found, by id and how it stands: what the look before did not find, or found to stand otherwise, and
   * then what was told {@link AGAIN_AFTER} looks ago or earlier. All of it when fewer than half as many reminders wait in
   * the queue: then they are not behind others, but lost, or done without a change.
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
