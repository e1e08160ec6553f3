import { own } from '../../platform/kernel/own';

export type Json = Readonly<Record<string, unknown>>;

/** Bytes of a result as JSON. */
const MAX_RESULT_BYTES = 65_536;
/** For `truncated`, and for what stands around the cut list. */
const RESERVED_BYTES = 1_024;

/** The value, with its longest list cut where it is larger than a result may be. `truncated` then states how to read on. */
export function fitted(value: Json, maxBytes = MAX_RESULT_BYTES): Json {
  const size = bytesOf(value);
  if (size <= maxBytes) return value;
  const path = longestList(value);
  if (!path) return { truncated: `The result has ${size} bytes, more than ${maxBytes}: read it by the API.` };
  const list = listAt(value, path);
  const room = maxBytes - RESERVED_BYTES - (size - bytesOf(list));
  const remaining = list.slice(0, countWithin(list, room));
  const cut = { ...withListAt(value, path, remaining), truncated: described(path, remaining, list.length) };
  // Something else is too large, too.
  return bytesOf(cut) <= maxBytes ? cut : fitted(withListAt(value, path, []), maxBytes);
}

type Path = readonly [string, ...string[]];

const LISTS: readonly Path[] = [
  ['data'],
  ['outcome', 'transcript'],
  ['analysis', 'transcript'],
  ['call', 'outcome', 'transcript'],
  ['timeline'],
  ['tools'],
  ['deliveries'],
  ['attempts'],
  ['preview', 'rejected'],
  ['rejected'],
  ['results'],
];

function longestList(value: Json): Path | undefined {
  const sized = LISTS.map((path) => ({ path, bytes: bytesOf(listAt(value, path)) }));
  const [longest] = sized.sort((one, other) => other.bytes - one.bytes);
  return longest && listAt(value, longest.path).length > 0 ? longest.path : undefined;
}

function listAt(value: Json, path: Path): readonly unknown[] {
  let part: unknown = value;
  for (const name of path) part = own((part ?? {}) as Json, name);
  return Array.isArray(part) ? part : [];
}

function withListAt(value: Json, [name, ...rest]: Path, list: readonly unknown[]): Json {
  const [next, ...others] = rest;
  if (next === undefined) return { ...value, [name]: list };
  return { ...value, [name]: withListAt(own(value, name) as Json, [next, ...others], list) };
}

function countWithin(list: readonly unknown[], bytes: number): number {
  let left = bytes;
  const at = list.findIndex((item) => (left -= bytesOf(item) + 1) < 0);
  return at < 0 ? list.length : at;
}

function described(path: Path, remaining: readonly unknown[], all: number): string {
  const name = path.join('.');
  const last = remaining.at(-1) as { id?: unknown } | undefined;
  const goOn =
    typeof last?.id === 'string' ? `go on with starting_after ${last.id}` : 'read the rest by the API';
  return `${name} has ${remaining.length} of ${all} entries: ${goOn}.`;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value ?? null));
}
