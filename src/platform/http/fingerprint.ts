import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/canonical-json';
import { TimeSlices } from '../time-slices';

/** Hashed between two checks of the clock. */
const DIGEST_BYTES = 256 * 1024;

export async function digestOf(bytes: Buffer): Promise<string> {
  const slices = new TimeSlices();
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += DIGEST_BYTES) {
    hash.update(bytes.subarray(at, at + DIGEST_BYTES));
    await slices.next();
  }
  return hash.digest('hex');
}

/** Sorting the names of a large body blocks for over a second, hence slices. `digest` distinguishes omitted parts. */
export async function fingerprint(body: object, digest: string | null = null): Promise<string> {
  const slices = new TimeSlices();
  const hash = createHash('sha256').update(digest ?? '');
  const entries = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  let separator = '{';
  for (const [name, value] of entries) {
    hash.update(`${separator}${JSON.stringify(name)}:`);
    if (Array.isArray(value)) {
      hash.update('[');
      for (const [at, item] of value.entries()) {
        hash.update((at === 0 ? '' : ',') + canonicalJson(item));
        await slices.next();
      }
      hash.update(']');
    } else hash.update(canonicalJson(value));
    separator = ',';
  }
  hash.update(separator === '{' ? '{}' : '}');
  return hash.digest('hex');
}
