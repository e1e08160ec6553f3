import { isE164 } from './e164';

export type CsvCell = string | number | boolean | null | { readonly json: unknown };

/** Makes spreadsheets read the file as UTF-8. */
export const CSV_BEGIN = '\uFEFF';

const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;
// A spreadsheet that separates by semicolons ignores quotes behind our commas, and splits such a cell here.
const LATER_FORMULA = /([;\r\n])(["\t]*[=+\-@][^;\r\n]*)/g;
const SIGN_AND_LETTERS = /^[+\-@] [\p{L}\p{M}\p{Zs},.]*$/u;

/** RFC 4180, with CRLF. A formula gets an apostrophe in front; in JSON the semicolon before it is escaped. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  const text = safeText(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function safeText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return JSON.stringify(cell.json).replace(/;(?=[=+\-@])/g, '\\u003b');
  const text = String(cell);
  const isFormula = FORMULA.test(text) && !isNumber(text);
  return `${isFormula ? "'" : ''}${text}`.replace(LATER_FORMULA, (whole, split: string, part: string) =>
    isNumber(part) || SIGN_AND_LETTERS.test(part) ? whole : `${split}'${part}`,
  );
}

function isNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text) || isE164(text);
}
