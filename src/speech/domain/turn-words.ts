import { firstCodePoints } from '../../platform/kernel/text';

/** A turn of 30 s has fewer. */
const MAX_CHARACTERS = 8_000;
const MAX_FINALS = 500;

/**
 * Collects the words of a turn: final results for parts of it, and one partial result for the part after them. They
 * may come late, twice and out of order. Drops what no turn has, so that each costs the same.
 */
export class TurnWords {
  readonly #finals = new Map<number, string>();
  /** The finals, in their order. */
  #final = '';
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
    const words = trimmed(text);
    const last = this.#next - 1;
    this.#partial = '';
    if (at === null && this.#finals.get(last) === words) return false;
    const place = at ?? this.#next;
    this.#next = Math.max(this.#next, place + 1);
    const isNew = !this.#finals.has(place);
    if (!isNew || this.#finals.size < MAX_FINALS) this.#replace(place, words);
    return isNew;
  }

  /** Replaces the partial words. @param at as of a final; those of a part that has its final are late */
  partial(text: string, at: number | null): void {
    const isLate = at !== null && [...this.#finals.keys()].some((place) => place >= at);
    if (!isLate) this.#partial = trimmed(text);
  }

  get hasFinal(): boolean {
    return this.#final !== '';
  }

  get text(): string {
    return trimmed(joined([this.#final, this.#partial]));
  }

  #replace(place: number, words: string): void {
    const before = this.#finals.get(place)?.length ?? 0;
    const room = MAX_CHARACTERS - this.#final.length + before;
    this.#finals.set(place, firstCodePoints(words, Math.max(0, room)));
    this.#final = joined([...this.#finals].sort(([a], [b]) => a - b).map(([, final]) => final));
  }
}

function trimmed(text: string): string {
  return firstCodePoints(text.trim(), MAX_CHARACTERS);
}

function joined(parts: readonly string[]): string {
  return parts.filter((words) => words !== '').join(' ');
}
