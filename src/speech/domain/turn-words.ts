/**
 * Collects the words of a turn: final results for parts of it, and one partial result for the part after them. They
 * may come late, twice and out of order.
 */
export class TurnWords {
  readonly #finals = new Map<number, string>();
  #partial = '';
  /** The place of finals that have none of their own. */
  #next = 0;

  /**
   * Adds final words. A second final of a place replaces the first.
   * @param at the place of its part among the others, in any unit; null: it follows those before, and repeats the
   * last of them if its words are the same
   * @returns whether the part had none yet
   */
  final(text: string, at: number | null): boolean {
    const words = text.trim();
    const last = this.#next - 1;
    this.#partial = '';
    if (at === null && this.#finals.get(last) === words) return false;
    const place = at ?? this.#next;
    this.#next = Math.max(this.#next, place + 1);
    const isNew = !this.#finals.has(place);
    this.#finals.set(place, words);
    return isNew;
  }

  /** Replaces the partial words. @param at as of a final; those of a part that has its final are late */
  partial(text: string, at: number | null): void {
    const isLate = at !== null && [...this.#finals.keys()].some((place) => place >= at);
    if (!isLate) this.#partial = text.trim();
  }

  get hasFinal(): boolean {
    return [...this.#finals.values()].some((words) => words !== '');
  }

  get text(): string {
    const finals = [...this.#finals].sort(([a], [b]) => a - b).map(([, words]) => words);
    return [...finals, this.#partial].filter((words) => words !== '').join(' ');
  }
}
