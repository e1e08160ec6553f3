/** Schemas are deep: a wider indentation would fill a tenth of a document. */
const INDENT = 1;

/** Lines are filled up to this column. */
const WIDTH = 120;

/** What fits into about four lines stands as a flow collection: `{type: string, enum: [a, b]}`. */
const SHORT = 500;

/** Some readers take more aliases for an attack: SnakeYAML more of objects and lists, `yaml` more of one part. */
const MAX_ALIASES_OF_COLLECTIONS = 50;
const MAX_ALIASES_OF_ONE = 99;

/** How a document is written; the defaults suit any value. */
export interface YamlOptions {
  /** Whether an object or list at a key stands in braces or indented; undefined leaves it to its length. */
  readonly layoutOf?: (key: string, value: object) => 'flow' | 'block' | undefined;
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
  readonly #layoutOf: NonNullable<YamlOptions['layoutOf']>;
  readonly #marks: Marks;

  constructor(document: object, { layoutOf = () => undefined, anchorOf = () => undefined }: YamlOptions) {
    // A copy: one object may stand in several places.
    this.#root = { document: JSON.parse(JSON.stringify(document)) as object };
    this.#layoutOf = layoutOf;
    this.#marks = new Marks(this.#root, anchorOf);
  }

  get text(): string {
    return `${this.#entries(this.#root.document, 0).join('\n')}\n`;
  }

  #entries(object: object, indent: number): string[] {
    return entriesOf(object).map(([key, value]) => {
      const start = `${' '.repeat(indent)}${scalar(key, true)}:`;
      return `${start}${this.#after(object, key, value, indent + INDENT, start.length)}`;
    });
  }

  /** What follows a key, or the dash of an item, at this column; further lines have this indentation. */
  #after(parent: object, key: string, value: unknown, indent: number, column: number): string {
    if (typeof value === 'string' && isBlockOfLines(value)) return block(value, indent);
    const mark = this.#marks.of(parent, key);
    const words = this.#words(parent, key, value, isCollection(value));
    if (mark.startsWith('*') || !isCollection(value) || !this.#isBlock(key, value, column, words))
      return ` ${filled(words, indent, column + 1)}`;
    const lines = Array.isArray(value) ? this.#items(value, indent) : this.#entries(value, indent);
    return `${mark && ` ${mark}`}\n${lines.join('\n')}`;
  }

  #isBlock(key: string, value: object, column: number, words: readonly string[]): boolean {
    if (Array.isArray(value) && value.every((item) => !isCollection(item))) return false;
    const layout = this.#layoutOf(key, value);
    if (layout !== undefined) return layout === 'block';
    return words.reduce((length, word) => length + word.length + 1, column) > SHORT;
  }

  #items(list: readonly unknown[], indent: number): string[] {
    const dash = `${' '.repeat(indent - INDENT)}-`;
    // An item begins on the line of its dash.
    const inner = indent - INDENT + '- '.length;
    return list.map((item, at) => {
      const text = this.#after(
        list,
        String(at),
        item,
        Array.isArray(item) ? inner + INDENT : inner,
        dash.length,
      );
      return `${dash} ${text.trimStart()}`;
    });
  }

  /**
   * A value in words: it may be broken between any two of them. In a flow collection, a key is one word with what follows
   * it.
   */
  #words(parent: object, key: string, value: unknown, inFlow: boolean): string[] {
    const mark = this.#marks.of(parent, key);
    if (mark.startsWith('*')) return [mark];
    const [first = '', ...rest] = this.#wordsOf(value, inFlow);
    // js-yaml wants an anchor on the line of what it marks.
    return [mark ? `${mark} ${first}` : first, ...rest];
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
    !(inFlow && /[,?[\]{}]|:[\W_]/.test(value));
  return isPlain ? value : `'${value.replaceAll("'", "''")}'`;
}

function doubleQuoted(text: string): string {
  const characters = Array.from(text, (character) => {
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
