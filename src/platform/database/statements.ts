/** Beyond this, texts are generated at run time and not worth the memory of a server process. */
const MAX_STATEMENTS = 500;

/** Names statements by their text, so that PostgreSQL prepares each once per connection. */
export class Statements {
  readonly #names = new Map<string, string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_STATEMENTS) return undefined;
    const name = `aics_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
