import { cleanNumber } from './clean-number';
import type { ColumnUse } from './guess-columns';
import type { SheetRow } from './sheet';

export interface UploadRow {
  readonly phone_number: string;
  readonly contact?: Readonly<Partial<Record<'name' | 'email' | 'external_id', string>>>;
  readonly variables?: Readonly<Record<string, string | number | boolean>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface MappedRow {
  readonly at: number;
  readonly body: UploadRow;
}

export interface LeftOut {
  readonly at: number;
  readonly why: 'empty' | 'shortened' | 'twice';
}

interface Mapping {
  readonly uses: readonly ColumnUse[];
  readonly names: readonly string[];
  readonly callingCode: string;
}

/** Equal numbers stay: {@link withoutDuplicates} compares all rows of a file. */
export function mapRows(
  rows: readonly SheetRow[],
  mapping: Mapping,
  begin = 0,
): { readonly rows: MappedRow[]; readonly leftOut: LeftOut[] } {
  const mapped: MappedRow[] = [];
  const leftOut: LeftOut[] = [];
  const phone = mapping.uses.indexOf('phone_number');
  for (const [place, { cells }] of rows.entries()) {
    const at = begin + place;
    const number = cleanNumber(cells[phone] ?? '', mapping.callingCode);
    if ('problem' in number) leftOut.push({ at, why: number.problem });
    else mapped.push({ at, body: bodyOf(cells, number.number, mapping) });
  }
  return { rows: mapped, leftOut };
}

/** The first row of each number stays. */
export function withoutDuplicates(rows: readonly MappedRow[]): { rows: MappedRow[]; leftOut: LeftOut[] } {
  const seen = new Set<string>();
  const kept: MappedRow[] = [];
  const leftOut: LeftOut[] = [];
  for (const row of rows) {
    const { phone_number: number } = row.body;
    if (seen.has(number)) leftOut.push({ at: row.at, why: 'twice' });
    else kept.push(row);
    seen.add(number);
  }
  return { rows: kept, leftOut };
}

function bodyOf(cells: readonly string[], phone_number: string, { uses, names }: Mapping): UploadRow {
  const contact: [string, string][] = [];
  const variables: [string, string][] = [];
  const metadata: [string, string][] = [];
  for (const [column, use] of uses.entries()) {
    const value = cells[column]?.trim() ?? '';
    if (value === '') continue;
    if (use === 'name' || use === 'email' || use === 'external_id') contact.push([use, value]);
    else if (use === 'metadata') metadata.push([names[column] ?? '', value]);
    else if (use.startsWith('variable:')) variables.push([use.slice('variable:'.length), value]);
  }
  return {
    phone_number,
    ...(contact.length > 0 && { contact: Object.fromEntries(contact) }),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  };
}
