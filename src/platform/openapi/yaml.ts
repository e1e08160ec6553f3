/** Lines are filled up to this column. */
const WIDTH = 120;

/** What fits into about two lines stands as a flow collection: `{ type: string, enum: [a, b] }`. */
const SHORT = 240;

type Json = Readonly<Record<string, unknown>>;

/**
 * A value of JSON as YAML, compact and readable: large objects and lists are indented, small ones stand in braces, and
 * lines are filled. It uses what YAML 1.1 and 1.2 read alike, and neither anchors nor tags.
 */
export function toYaml(document: object): string {
  return `${entries(document as Json, 0).join('\n')}\n`;
}

function entries(object: Json, indent: number): string[] {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const start = `${' '.repeat(indent)}${scalar(name, true)}:`;
      return `${start}${after(value, indent + 2, start.length)}`;
    });
}

/** What follows a key, or the dash of an item, at this column; further lines have this indentation. */
function after(value: unknown, indent: number, column: number): string {
  if (typeof value === 'string' && isBlockOfLines(value)) {
    return ` ${value.endsWith('\n') ? '|' : '|-'}\n${value.trimEnd().replace(/^(?=.)/gm, ' '.repeat(indent))}`;
  }
  const words = isCollection(value) ? flowWords(value) : inWords(scalar(value, false));
  const isShort = words.reduce((length, word) => length + word.length + 1, column) <= SHORT;
  const list = Array.isArray(value) ? (value as unknown[]) : null;
  if (!isCollection(value) || isShort || list?.every((item) => !isCollection(item)))
    return ` ${filled(words, indent, column + 1)}`;
  if (!list) return `\n${entries(value as Json, indent).join('\n')}`;
  const dash = `${' '.repeat(indent - 2)}-`;
  // An item begins on the line of its dash; the dashes of a list within a list stand below one another.
  const inner = (item: unknown) => (Array.isArray(item) ? indent + 2 : indent);
  return `\n${list.map((item) => `${dash} ${after(item, inner(item), dash.length).trimStart()}`).join('\n')}`;
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Words of a flow collection: it may be broken between any two of them. A key is one word with what follows it. */
function flowWords(value: unknown): string[] {
  if (!isCollection(value)) return inWords(scalar(value, true));
  if (Array.isArray(value)) return enclosed('[', value.map(flowWords), ']');
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => {
      const [first = '', ...rest] = flowWords(inner);
      return [`${scalar(name, true)}: ${first}`, ...rest];
    });
  return fields.length === 0 ? ['{}'] : enclosed('{ ', fields, ' }');
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
    !(inFlow && /[,:[\]{}]/.test(value));
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
