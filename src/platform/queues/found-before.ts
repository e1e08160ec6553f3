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

  /**
   * Of what a look has found, by id and how it stands: what the look before did not find, or found to stand otherwise, and
   * then what was told {@link AGAIN_AFTER} looks ago or earlier.
   */
  news(found: ReadonlyMap<string, string>): string[] {
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
