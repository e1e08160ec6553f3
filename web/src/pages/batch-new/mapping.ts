import { type ColumnUse, columnNames, guessColumns, SINGLE_USES } from '../../lib/upload/guess-columns';
import { type LeftOut, type MappedRow, mapRows, withoutDuplicates } from '../../lib/upload/map-rows';
import type { Sheet, SheetRow } from '../../lib/upload/sheet';
import type { Prepared } from './validate';

export interface Mapping {
  readonly hasNames: boolean;
  readonly names: readonly string[];
  readonly uses: readonly ColumnUse[];
  readonly samples: readonly (readonly string[])[];
  readonly rows: readonly SheetRow[];
  readonly country: string;
  /** No column is the phone number, or two have a single use; null: valid. */
  readonly problem: 'none' | ColumnUse | null;
}

interface Choices {
  readonly hasNames: boolean;
  readonly chosen: ReadonlyMap<number, ColumnUse>;
  readonly country: string;
}

const SAMPLES = 3;

export function mappingOf(sheet: Sheet, variables: readonly string[], choices: Choices): Mapping {
  const { hasNames, chosen, country } = choices;
  const headings = hasNames ? (sheet.rows[0]?.cells ?? []) : null;
  const rows = hasNames ? sheet.rows.slice(1) : sheet.rows;
  const names = columnNames(headings, sheet.columns);
  const samples = names.map((_, column) =>
    rows
      .map(({ cells }) => cells[column]?.trim() ?? '')
      .filter((value) => value !== '')
      .slice(0, SAMPLES),
  );
  const guessed = guessColumns(
    headings ?? names.map(() => ''),
    variables,
    samples.map(([first = '']) => first),
  );
  const isKnown = (use: ColumnUse) =>
    !use.startsWith('variable:') || variables.includes(use.slice('variable:'.length));
  const uses = guessed.map((guess, column): ColumnUse => {
    const use = chosen.get(column);
    if (use !== undefined) return isKnown(use) ? use : 'metadata';
    // A use that was chosen for another column is not guessed.
    return [...chosen.values()].includes(guess) ? 'metadata' : guess;
  });
  return { hasNames, names, uses, samples, rows, country, problem: problemOf(uses) };
}

function problemOf(uses: readonly ColumnUse[]): Mapping['problem'] {
  if (!uses.includes('phone_number')) return 'none';
  const single = uses.filter(
    (use) => use.startsWith('variable:') || SINGLE_USES.some((name) => name === use),
  );
  return single.find((use, at) => single.indexOf(use) !== at) ?? null;
}

/** Rows mapped in one step: more would delay typing. */
const AT_ONCE = 1_000;

export async function preparedOf({ rows, uses, names }: Mapping, callingCode: string): Promise<Prepared> {
  const mapped: MappedRow[] = [];
  const leftOut: LeftOut[] = [];
  for (let begin = 0; begin < rows.length; begin += AT_ONCE) {
    const part = mapRows(rows.slice(begin, begin + AT_ONCE), { uses, names, callingCode }, begin);
    mapped.push(...part.rows);
    leftOut.push(...part.leftOut);
    await new Promise((resolve) => setTimeout(resolve));
  }
  const unique = withoutDuplicates(mapped);
  return { rows: unique.rows, leftOut: [...leftOut, ...unique.leftOut], total: rows.length };
}
