/** The limits of a batch: none takes long, and a lost one is small. */
export const PACK_LIMITS = { rows: 1_000, bytes: 512 * 1_024 } as const;
const ENVELOPE = 2_048;

/** Rows for one request each, in order; `bodyOf` is the sent part of a row. A row that is too large goes alone. */
export function packRows<Row>(rows: readonly Row[], bodyOf: (row: Row) => unknown): Row[][] {
  const packs: Row[][] = [];
  const encoder = new TextEncoder();
  let pack: Row[] = [];
  let bytes = ENVELOPE;
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(bodyOf(row))).length + 1;
    if (pack.length > 0 && (pack.length === PACK_LIMITS.rows || bytes + size > PACK_LIMITS.bytes)) {
      packs.push(pack);
      pack = [];
      bytes = ENVELOPE;
    }
    pack.push(row);
    bytes += size;
  }
  if (pack.length > 0) packs.push(pack);
  return packs;
}

const NAME_LIMIT = 120;

/** Empty where the upload has no name. */
export function packName(name: string, at: number, of: number): string {
  const own = name.trim();
  return of <= 1 || own === '' ? own : suffixedName(own, ` (${at} of ${of})`);
}

/** The name is cut so that the whole stays within the limit. */
export function suffixedName(name: string, suffix: string): string {
  return (
    Array.from(name)
      .slice(0, NAME_LIMIT - suffix.length)
      .join('') + suffix
  );
}
