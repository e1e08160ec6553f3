import { createHash } from 'node:crypto';
import { canonicalJson } from '../kernel/canonical-json';
import { TimeSlices } from '../time-slices';

/** SHA-256 of a body's canonical JSON, in slices: sorting the names of a large one takes over a second. */
export async function fingerprint(body: object): Promise<string> {
  const slices = new TimeSlices();
  const hash = createHash('sha256');
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
