/** Lines are filled up to this column. */
const WIDTH = 120;

/** What fits into about three lines stands as a flow collection: `{type: string, enum: [a, b]}`. */
const SHORT = 360;

/** Some readers take more aliases for an attack: SnakeYAML more of objects and lists, `yaml` more of one part. */
const MAX_ALIASES_OF_COLLECTIONS = 50;
const MAX_ALIASES_OF_ONE = 99;

/** How a document is written; the defaults suit any value. */
export interface YamlOptions {
  /** Whether an object or list at a key is written as a flow collection, however long it is. */
  readonly isDense?: (key: string, value: object) => boolean;
  /** A name for a part that stands in several places: it is written at the first one, and an alias at the others. */
  readonly anchorOf?: (key: string, value: unknown) => string | undefined;
}

/**
 * A value of JSON as YAML, compact and readable: large objects and lists are indented, small ones stand in braces, and
 * lines are filled. What it writes is read alike by YAML 1.1 and 1.2.
 */
export function toYaml(document: object, options: YamlOptions = {}): string {
  return new YamlWriter(document, options).text;
}

class YamlWriter {
  readonly #root: { readonly document: object };
  readonly #isDense: (key: string, value: object) => boolean;
  readonly #marks: Marks;

  constructor(document: object, { isDense = () => false, anchorOf = () => undefined }: YamlOptions) {
    // A copy: one object may stand in several places.
    this.#root = { document: JSON.parse(JSON.stringify(document)) as object };
    this.#isDense = isDense;
    this.#marks = new Marks(this.#root, anchorOf);
  }

  get text(): string {
    return `${this.#entries(this.#root.document, 0).join('\n')}\n`;
  }

  #entries(object: object, indent: number): string[] {
    return entriesOf(object).map(([key, value]) => {
      const start = `${' '.repeat(indent)}${scalar(key, true)}:`;
      return `${start}${this.#after(object, key, value, indent + 2, start.length)}`;
    });
  }

  /** What follows a key, or the dash of an item, at this column; further lines have this indentation. */
  #after(parent: object, key: string, value: unknown, indent: number, column: number): string {
    if (typeof value === 'string' && isBlockOfLines(value)) return block(value, indent);
    const words = this.#words(parent, key, value, isCollection(value));
    const isShort = words.reduce((length, word) => length + word.length + 1, column) <= SHORT;
    const list = Array.isArray(value) ? (value as unknown[]) : null;
    const isFlat = !isCollection(value) || list?.every((item) => !isCollection(item));
    const mark = this.#marks.of(parent, key);
    if (isFlat || isShort || mark.startsWith('*') || this.#isDense(key, value as object))
      return ` ${filled(words, indent, column + 1)}`;
    const lines = list ? this.#items(list, indent) : this.#entries(value as object, indent);
    return `${mark && ` ${mark}`}\n${lines.join('\n')}`;
  }

  #items(list: readonly unknown[], indent: number): string[] {
    const dash = `${' '.repeat(indent - 2)}-`;
    return list.map((item, at) => {
      // An item begins on the line of its dash; the dashes of a list within a list stand below one another.
      const inner = Array.isArray(item) ? indent + 2 : indent;
      return `${dash} ${this.#after(list, String(at), item, inner, dash.length).trimStart()}`;
    });
  }

  /**
   * A value in words: it may be broken between any two of them. In a flow collection, a key is one word with what follows
   * it.
   */
  #words(parent: object, key: string, value: unknown, inFlow: boolean): string[] {
    const mark = this.#marks.of(parent, key);
    if (mark.startsWith('*')) return [mark];
    return [...(mark ? [mark] : []), ...this.#wordsOf(value, inFlow)];
  }

  #wordsOf(value: unknown, inFlow: boolean): string[] {
    if (!isCollection(value)) return inWords(scalar(value, inFlow));
    const isList = Array.isArray(value);
    const items = entriesOf(value).map(([key, inner]) => {
      const [first = '', ...rest] = this.#words(value, key, inner, true);
      return isList ? [first, ...rest] : [`${scalar(key, true)}: ${first}`, ...rest];
    });
    return isList ? enclosed('[', items, ']') : enclosed('{', items, '}');
  }
}

/** What marks parts that stand in several places: an anchor at the first, an alias in place of the others. */
class Marks {
  readonly #marks = new Map<object, Map<string, string>>();

  constructor(root: object, anchorOf: NonNullable<YamlOptions['anchorOf']>) {
    const named = partsOf(root).flatMap((part) => {
      const name = anchorOf(part.key, part.value);
      return name === undefined ? [] : [{ ...part, name, text: JSON.stringify(part.value) }];
    });
    const counts = new Map<string, number>();
    for (const { text } of named) counts.set(text, (counts.get(text) ?? 0) + 1);
    const written = new Map<string, string>();
    const aliases = new Map<string, number>();
    let ofCollections = 0;
    for (const { parent, key, value, name, text } of named) {
      const before = written.get(name);
      if (counts.get(text) === 1 || (before !== undefined && before !== text)) continue;
      if (before === undefined) written.set(name, text);
      else {
        const count = (aliases.get(name) ?? 0) + 1;
        if (count > MAX_ALIASES_OF_ONE) continue;
        if (isCollection(value) && ++ofCollections > MAX_ALIASES_OF_COLLECTIONS) continue;
        aliases.set(name, count);
      }
      const marks = this.#marks.get(parent) ?? new Map<string, string>();
      this.#marks.set(parent, marks.set(key, `${before === undefined ? '&' : '*'}${name}`));
    }
  }

  of(parent: object, key: string): string {
    return this.#marks.get(parent)?.get(key) ?? '';
  }
}

interface Part {
  readonly parent: object;
  readonly key: string;
  readonly value: unknown;
}

/** What stands inside an object or list, in the order in which it is written. */
function partsOf(parent: object): Part[] {
  return entriesOf(parent).flatMap(([key, value]) => [
    { parent, key, value },
    ...(isCollection(value) ? partsOf(value) : []),
  ]);
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value as Record<string, unknown>);
}

function block(text: string, indent: number): string {
  return ` ${text.endsWith('\n') ? '|' : '|-'}\n${text.trimEnd().replace(/^(?=.)/gm, ' '.repeat(indent))}`;
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function enclosed(open: string, items: readonly (readonly string[])[], close: string): string[] {
  const words = items.flatMap((item, at) =>
    at < items.length - 1 ? item.with(-1, `${item.at(-1) ?? ''},`) : item,
  );
  if (words.length === 0) return [open + close];
  words[0] = `${open}${words[0] ?? ''}`;
  words.push(`${words.pop() ?? ''}${close}`);
  return words;
}

/** A scalar may be broken where a single space stands: it is read as that space. */
function inWords(text: string): string[] {
  return text.split(/(?<! ) (?! )/);
}

function filled(words: readonly string[], indent: number, column: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const start = lines.length === 0 ? column : indent;
    if (line !== '' && start + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

/** Plain words that YAML 1.1 or 1.2 takes for something else than text. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** What no style but the double-quoted one can hold. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

function scalar(value: unknown, inFlow: boolean): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (UNPRINTABLE.test(value)) return doubleQuoted(value);
  const isPlain =
    /^[\p{L}_$/](?:.*[^ :])?$/u.test(value) &&
    !/: | #/.test(value) &&
    !RESERVED.test(value) &&
    !(inFlow && /[,:?[\]{}]/.test(value));
  return isPlain ? value : `'${value.replaceAll("'", "''")}'`;
}

function doubleQuoted(text: string): string {
  const characters = [...text].map((character) => {
    if (character === '\n') return '\\n';
    if (character === '"' || character === '\\') return `\\${character}`;
    if (!UNPRINTABLE.test(character)) return character;
    return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
  });
  return `"${characters.join('')}"`;
}

/** Several lines that a literal block holds as they are. */
function isBlockOfLines(text: string): boolean {
  return (
    text.includes('\n') && !/^\s|\s\s$|[^\n\S]$/.test(text) && !UNPRINTABLE.test(text.replaceAll('\n', ''))
  );
}
