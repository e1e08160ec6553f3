import { hasHeadings, isKnownHeading } from './guess-columns';

export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Rows that are not empty, each with as many cells as the widest. */
export interface Sheet {
  readonly rows: readonly SheetRow[];
  readonly columns: number;
  /** Lines with a title, which were left out. */
  readonly above: number;
  /** The names of all sheets, in order; one for text. */
  readonly sheets: readonly string[];
}

export const UPLOAD_LIMITS = { bytes: 10 * 1_024 * 1_024, rows: 10_000, columns: 100 } as const;

export type FileProblemCode =
  | 'kind'
  | 'size'
  | 'not-utf8'
  | 'broken'
  | 'sheet'
  | 'rows'
  | 'columns'
  | 'empty'
  | 'protected'
  | 'no-reader';

export class FileProblem extends Error {
  constructor(
    readonly code: FileProblemCode,
    /** How many there are, where there are too many. */
    readonly count = 0,
    /** The sheets of the workbook: another one may be usable. */
    readonly sheets: readonly string[] = [],
  ) {
    super(code);
  }
}

/** Without empty rows and columns. @throws FileProblem when there are too many, or none */
export function sheetOf(table: readonly (readonly string[])[], sheets: readonly string[]): Sheet {
  const all = table.flatMap((cells, at) => {
    const width = widthOf(cells);
    return width === 0 ? [] : [{ row: at + 1, cells: cells.slice(0, width) }];
  });
  const above = linesAbove(all);
  const rows = all.slice(above);
  if (rows.length === 0) throw new FileProblem('empty', 0, sheets);
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const contacts = rows.length - (hasHeadings(rows[0]?.cells ?? []) ? 1 : 0);
  if (contacts > UPLOAD_LIMITS.rows) throw new FileProblem('rows', contacts, sheets);
  if (columns > UPLOAD_LIMITS.columns) throw new FileProblem('columns', columns, sheets);
  const filled = rows.map(({ row, cells }) => ({
    row,
    cells: [...cells, ...Array.from({ length: columns - cells.length }, () => '')],
  }));
  return { rows: filled, columns, above, sheets };
}

/** Reports begin with a title in a single or merged cell; the names of columns follow. */
function linesAbove(rows: readonly SheetRow[]): number {
  const lines = rows.findIndex(({ cells }) => !isTitle(cells));
  return hasHeadings(rows[lines]?.cells ?? []) ? lines : 0;
}

function isTitle(cells: readonly string[]): boolean {
  const texts = cells.filter((cell) => cell.trim() !== '');
  return texts.length === 1 && hasHeadings(texts) && !texts.some(isKnownHeading);
}

function widthOf(cells: readonly string[]): number {
  let width = cells.length;
  while (cells[width - 1]?.trim() === '') width -= 1;
  return width;
}
