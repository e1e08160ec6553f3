/** Lines are filled up to this column. */
const WIDTH = 120;

/** What fits into about three lines stands as a flow collection: `{type: string, enum: [a, b]}`. */
const SHORT = 360;

/** How a document is written; the defaults suit any value. */
export interface YamlOptions {
  /** Whether what stands at a key is written as a flow collection, however long it is. */
  readonly isDense?: (key: string, value: object) => boolean;
  /** A name for a part that stands in several places: it is written at the first one, and an alias at the others. */
  readonly anchorOf?: (key: string, value: object) => string | undefined;
}

/**
 * A value of JSON as YAML, compact and readable: large objects and lists are indented, small ones stand in braces, and
 * lines are filled. What it writes is read alike by YAML 1.1 and 1.2.
 */
export function toYaml(document: object, options: YamlOptions = {}): string {
  return new YamlWriter(document, options).text;
}

class YamlWriter {
  readonly #document: object;
  readonly #isDense: (key: string, value: object) => boolean;
  readonly #marks: ReadonlyMap<object, string>;

  constructor(document: object, { isDense = () => false, anchorOf = () => undefined }: YamlOptions) {
    // A copy: one object may stand in several places.
    this.#document = JSON.parse(JSON.stringify(document)) as object;
    this.#isDense = isDense;
    this.#marks = marksOf(this.#document, anchorOf);
  }

  get text(): string {
    return `${this.#entries(this.#document, 0).join('\n')}\n`;
  }

  #entries(object: object, indent: number): string[] {
    return Object.entries(object as Record<string, unknown>).map(([name, value]) => {
      const start = `${' '.repeat(indent)}${scalar(name, true)}:`;
      return `${start}${this.#after(name, value, indent + 2, start.length)}`;
    });
  }

  /** What follows a key, or the dash of an item, at this column; further lines have this indentation. */
  #after(name: string, value: unknown, indent: number, column: number): string {
    if (!isCollection(value)) {
      if (typeof value === 'string' && isBlockOfLines(value)) return block(value, indent);
      return ` ${filled(inWords(scalar(value, false)), indent, column + 1)}`;
    }
    const mark = this.#marks.get(value);
    if (mark?.startsWith('*')) return ` ${mark}`;
    const words = this.#flowWords(value);
    const isShort = words.reduce((length, word) => length + word.length + 1, column) <= SHORT;
    const isFlat = Array.isArray(value) && value.every((item) => !isCollection(item));
    if (isShort || isFlat || this.#isDense(name, value)) return ` ${filled(words, indent, column + 1)}`;
    const lines = Array.isArray(value) ? this.#items(value, indent) : this.#entries(value, indent);
    return `${mark === undefined ? '' : ` ${mark}`}\n${lines.join('\n')}`;
  }

  /** Words of a flow collection: it may be broken between any two of them. A key is one word with what follows it. */
  #flowWords(value: unknown): string[] {
    if (!isCollection(value)) return inWords(scalar(value, true));
    const mark = this.#marks.get(value);
    if (mark?.startsWith('*')) return [mark];
    const start = mark === undefined ? [] : [mark];
    if (Array.isArray(value))
      return [
        ...start,
        ...enclosed(
          '[',
          value.map((item) => this.#flowWords(item)),
          ']',
        ),
      ];
    const fields = Object.entries(value as Record<string, unknown>).map(([name, inner]) => {
      const [first = '', ...rest] = this.#flowWords(inner);
      return [`${scalar(name, true)}: ${first}`, ...rest];
    });
    return [...start, ...enclosed('{', fields, '}')];
  }

  #items(list: readonly unknown[], indent: number): string[] {
    const dash = `${' '.repeat(indent - 2)}-`;
    return list.map((item) => {
      // An item begins on the line of its dash; the dashes of a list within a list stand below one another.
      const inner = Array.isArray(item) ? indent + 2 : indent;
      return `${dash} ${this.#after('', item, inner, dash.length).trimStart()}`;
    });
  }
}

/** What marks parts that stand in several places: an anchor at the first, an alias in place of the others. */
function marksOf(document: object, anchorOf: NonNullable<YamlOptions['anchorOf']>): Map<object, string> {
  const parts = partsOf('', document);
  const counts = new Map<string, number>();
  const named = parts.flatMap(([key, part]) => {
    const name = anchorOf(key, part);
    if (name === undefined) return [];
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return [{ name, text, part }];
  });
  const written = new Map<string, string>();
  const marks = new Map<object, string>();
  for (const { name, text, part } of named.filter(({ text }) => (counts.get(text) ?? 0) > 1)) {
    const before = written.get(name);
    if (before === undefined) written.set(name, text);
    if (before === undefined || before === text)
      marks.set(part, `${before === undefined ? '&' : '*'}${name}`);
  }
  return marks;
}

/** Objects and lists inside a value, in the order in which they are written. */
function partsOf(key: string, value: unknown): [key: string, part: object][] {
  if (!isCollection(value)) return [];
  return [
    [key, value],
    ...Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) => partsOf(name, inner)),
  ];
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
