const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const E164 = /^\+[1-9]\d{5,14}$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A table as CSV for spreadsheets: a mark of UTF-8, RFC 4180 quotes, CRLF; what a spreadsheet would take for a formula gets an
 * apostrophe in front.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;
}

function written(cell: string): string {
  const isFormula = FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) && !E164.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
