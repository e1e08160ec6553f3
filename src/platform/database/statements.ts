/** More texts than this would be ones that are made up at run time: they are not worth the memory of a server process. */
const MAX_STATEMENTS = 500;

/** Names for the texts of statements, so that PostgreSQL prepares each once a connection. */
export class Statements {
  readonly #names = new Map<string, string>();

  /** The name of a text, always the same; undefined for what is better sent unprepared. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_STATEMENTS) return undefined;
    const name = `aics_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
