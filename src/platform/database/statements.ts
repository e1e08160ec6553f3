import { createHash } from 'node:crypto';

/** Beyond this, texts are generated at run time and not worth the memory of a server process. */
const MAX_STATEMENTS = 500;

/** Half of a 40-digit hash: a collision is practically impossible, and PostgreSQL stores 63 characters of a name. */
const DIGITS = 20;

/** invalid_sql_statement_name, duplicate_prepared_statement: something between forgets or shares statements. */
const FORGOTTEN = new Set<string | undefined>(['26000', '42P05']);

/**
 * Names statements, so that PostgreSQL prepares each once per connection. A name is a hash of its text: behind a
 * pooler that shares connections no process can run another text under it (R211).
 */
export class Statements {
  readonly #names = new Map<string, string>();
  #isOn: boolean;

  constructor(prepares: boolean) {
    this.#isOn = prepares;
  }

  nameOf(text: string): string | undefined {
    if (!this.#isOn) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MAX_STATEMENTS) return undefined;
    const name = `aics_${createHash('sha256').update(text).digest('hex').slice(0, DIGITS)}`;
    this.#names.set(text, name);
    return name;
  }

  /** True once: the error shows that prepared statements do not work here, and they are off from now on. */
  turnOffAfter(state: string | undefined): boolean {
    if (!this.#isOn || !FORGOTTEN.has(state)) return false;
    this.#isOn = false;
    this.#names.clear();
    return true;
  }
}
