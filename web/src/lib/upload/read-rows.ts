import { readText, textOf } from './read-text';
import { readXlsx } from './read-xlsx';
import { FileProblem, type Sheet, UPLOAD_LIMITS } from './sheet';

const TEXTS = ['csv', 'tsv', 'txt'];
/** First bytes of old workbooks, and of new ones with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];

/** Reads a file by the kind that its name shows. `sheet` counts from 1. @throws FileProblem */
export async function readRows(name: string, bytes: Uint8Array, sheet = 1): Promise<Sheet> {
  const kind = name.split('.').at(-1)?.toLowerCase() ?? '';
  if (kind !== 'xlsx' && !TEXTS.includes(kind)) throw new FileProblem('kind');
  if (bytes.length > UPLOAD_LIMITS.bytes) throw new FileProblem('size', bytes.length);
  if (bytes.length === 0) throw new FileProblem('empty');
  if (kind === 'xlsx') {
    if (begins(bytes, OLD_OFFICE)) throw new FileProblem('protected');
    return readXlsx(bytes, sheet);
  }
  // A workbook with another name.
  if (begins(bytes, ZIP) || begins(bytes, OLD_OFFICE)) throw new FileProblem('kind');
  return readText(textOf(bytes));
}

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
