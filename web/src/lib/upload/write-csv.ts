const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const E164 = /^\+[1-9]\d{5,14}$/;
// Behind a semicolon a quote begins no cell for us, but does for a spreadsheet that separates by semicolons.
const LATER_FORMULA = /^[\s"]*[=+\-@]|^[\t\r]/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

/**
 * A table as CSV for spreadsheets: a mark of UTF-8, RFC 4180 quotes, CRLF; what a spreadsheet would take for a formula gets an
 * apostrophe in front, also behind a semicolon.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;
}

function written(cell: string): string {
  const parts = marked(cell, FORMULA).split(';');
  const text = parts.map((part, at) => (at === 0 ? part : marked(part, LATER_FORMULA))).join(';');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function marked(text: string, formula: RegExp): string {
  return formula.test(text) && !PLAIN_NUMBER.test(text) && !E164.test(text) ? `'${text}` : text;
}
