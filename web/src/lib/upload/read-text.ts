import Papa from 'papaparse';
import { FileProblem, type Sheet, sheetOf } from './sheet';

const SEPARATORS = [',', ';', '\t'];
/** Excel's line with the separator; other spreadsheets do not count it as a row. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?\n/i;

/** @throws FileProblem unless it is UTF-8, or UTF-16 with a byte order mark */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  try {
    if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
    if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
    const text = decoded(bytes, 'utf-8');
    // Half the characters of UTF-16 without a mark are NUL, which text never contains.
    if (text.includes('\u0000')) throw new FileProblem('not-utf8');
    return text;
  } catch {
    throw new FileProblem('not-utf8');
  }
}

function decoded(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** @throws FileProblem when the table is too large or empty */
export function readText(text: string): Sheet {
  const lines = text.replace(/\r\n?/g, '\n');
  const told = SEPARATOR_LINE.exec(lines);
  const body = told ? lines.slice(told[0].length) : lines;
  const { data } = Papa.parse<string[]>(body, {
    newline: '\n',
    quoteChar: '"',
    delimiter: told?.[1] ?? separatorOf(body),
  });
  return sheetOf(data, ['']);
}

/** The first rows then have the same number of cells, the more the better; else the comma. */
function separatorOf(text: string): string {
  const scores = SEPARATORS.map((separator) => {
    const { data } = Papa.parse<string[]>(text, {
      newline: '\n' as const,
      quoteChar: '"',
      delimiter: separator,
      preview: 30,
      skipEmptyLines: true,
    });
    const widths = data.map(({ length }) => length);
    const usual = mostFrequent(widths);
    const agreeing = widths.filter((width) => width === usual).length / Math.max(1, widths.length);
    return { separator, score: usual > 1 ? agreeing * 1_000 + usual : 0 };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).separator;
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0];
}
