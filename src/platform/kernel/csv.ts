import { isE164 } from './e164';

/** A cell of a table that leaves the service; null is empty. */
export type CsvCell = string | number | boolean | null;

/** Begins a file: it makes spreadsheets read the rest as UTF-8. */
export const CSV_BEGIN = '\uFEFF';

const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
// Behind a semicolon a quote begins no cell for us, but does for a spreadsheet that separates by semicolons.
const LATER_FORMULA = /^[\s"]*[=+\-@]|^[\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

/** A line of CSV by RFC 4180, with its CRLF. What a spreadsheet would take for a formula gets an apostrophe in front; so does a part behind a semicolon. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = cell === null ? '' : harmless(String(cell));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  const parts = marked(text, FORMULA).split(';');
  return parts.map((part, at) => (at === 0 ? part : marked(part, LATER_FORMULA))).join(';');
}

function marked(text: string, formula: RegExp): string {
  return formula.test(text) && !PLAIN_NUMBER.test(text) && !isE164(text) ? `'${text}` : text;
}
