import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { FileProblem, type Sheet, sheetOf } from './sheet';
import { cellText, numberText } from './cell-text';

/** Pictures, charts and the like are not unpacked. */
const PARTS = /^(?!xl\/(?:charts|drawings|media|theme|pivot\w+|comments)).*\.(?:xml|rels)$/i;
/** A workbook of 10 MiB is smaller; a zip that claims more is a bomb. */
const MAX_UNPACKED_BYTES = 300 * 1_024 * 1_024;

/** read-excel-file unpacks large files in workers, which our content security policy refuses. @throws FileProblem */
export async function readXlsx(bytes: Uint8Array, sheet: number): Promise<Sheet> {
  const parts = unpacked(bytes);
  const sheets = sheetNames(parts);
  const { buffer } = zipSync(inUtc(parts), { level: 0 });
  let table: readonly (readonly unknown[])[];
  try {
    table = await readSheet<string>(buffer, sheet, { parseNumber: numberText, trim: false });
  } catch {
    // A chart is a sheet, too.
    throw new FileProblem(sheets.length > 1 ? 'sheet' : 'broken', 0, sheets);
  }
  return sheetOf(
    table.map((cells) => cells.map(cellText)),
    sheets,
  );
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!PARTS.test(name)) return false;
        size += originalSize;
        if (size > MAX_UNPACKED_BYTES) throw new FileProblem('size');
        return true;
      },
    });
  } catch (error) {
    throw error instanceof FileProblem ? error : new FileProblem('broken');
  }
}

const LOCAL_DATE = /(<(?:\w+:)?c\s[^<>]*\bt="d"[^<>]*>\s*<(?:\w+:)?v>[\d-]+T[\d:.]+)(?=<)/g;

/** The library reads dates that are text, and have no zone, in the browser's zone, and all other dates in UTC. */
function inUtc(parts: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> {
  const written = Object.entries(parts).map(([name, bytes]) => {
    if (!/^xl\/worksheets\//i.test(name)) return [name, bytes] as const;
    const text = strFromU8(bytes);
    return [name, text.includes('t="d"') ? strToU8(text.replace(LOCAL_DATE, '$1Z')) : bytes] as const;
  });
  return Object.fromEntries(written);
}

const SHEET_NAME = /<(?:\w+:)?sheet\s(?:[^<>]*\s)?name="([^"]*)"/g;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function sheetNames(parts: Readonly<Record<string, Uint8Array>>): string[] {
  const [, workbook] = Object.entries(parts).find(([name]) => /^xl\/workbook\.xml$/i.test(name)) ?? [];
  if (!workbook) throw new FileProblem('broken');
  const names = [...new TextDecoder().decode(workbook).matchAll(SHEET_NAME)].map(([, name = '']) => name);
  return names.map((name) =>
    name.replace(/&(#x?[\da-f]{1,6}|\w{2,4});/gi, (whole, entity: string) => {
      const isHex = /^#x/i.test(entity);
      const code = entity.startsWith('#')
        ? Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10)
        : NaN;
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      return ENTITIES.get(entity) ?? whole;
    }),
  );
}
