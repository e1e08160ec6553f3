const FORMULA = /^[=+\-@\t\r]/;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const E164 = /^\+[1-9]\d{5,14}$/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;
// A spreadsheet that separates by semicolons ignores quotes behind our commas, and splits such a cell here.
const LATER_FORMULA = /([;\r\n])(["\t]*[=+\-@][^;\r\n]*)/g;
const SIGN_AND_WORDS = /^[+\-@] [\p{L}\p{M}\p{Zs},.]*$/u;

/** For spreadsheets: a mark of UTF-8, RFC 4180 quotes, CRLF. A formula gets an apostrophe in front. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`;
}

function written(cell: string): string {
  const isFormula = FORMULA.test(cell) && !isNumber(cell);
  const text = `${isFormula ? "'" : ''}${cell}`.replace(
    LATER_FORMULA,
    (whole, split: string, part: string) =>
      isNumber(part) || SIGN_AND_WORDS.test(part) ? whole : `${split}'${part}`,
  );
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text) || E164.test(text);
}
