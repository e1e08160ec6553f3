import { bytesOf, commonLimit, shorten } from './json-size';

export type Json = Readonly<Record<string, unknown>>;

export interface List {
  /** Such as `preview.changes[0].from`. */
  readonly path: string;
  readonly items: readonly unknown[];
}

export interface CutList {
  readonly path: string;
  readonly remaining: readonly unknown[];
  /** How many entries it had. */
  readonly all: number;
}

/** A list is not cut below this while it has to have an entry. */
const MIN_LIST_BYTES = 4_096;
/** Texts up to this are never cut: ids, instants, addresses, confirmations. */
const MIN_TEXT_BYTES = 512;
/** What is nested deeper stays whole. */
const MAX_DEPTH = 64;

/** Cuts the longest of the lists after whole entries, until the value has `room` or each is as short as it may be. */
export function withShorterLists(
  value: Json,
  lists: readonly List[],
  room: number,
  minEntries: 0 | 1,
): { readonly value: Json; readonly cut: readonly CutList[] } {
  const sizes = lists.map(({ items }) => bytesOf(items));
  const rest = bytesOf(value) - sum(sizes);
  const limit = commonLimit(sizes, room - rest, minEntries * MIN_LIST_BYTES);
  const cut = lists
    .filter((_, index) => (sizes[index] ?? 0) > limit)
    .map(({ path, items }) => {
      const count = Math.max(minEntries, countWithin(items, limit));
      return { path, items, remaining: items.slice(0, count), all: items.length };
    });
  const replacements = new Map<unknown, unknown>(cut.map(({ items, remaining }) => [items, remaining]));
  return { value: transform(value, (part) => replacements.get(part) ?? part) as Json, cut };
}

/** Cuts the longest texts, wherever they stand, until the value has `room` or none is longer than texts that stay. */
export function withShorterTexts(
  value: Json,
  room: number,
): { readonly value: Json; readonly paths: readonly string[] } {
  const sizes = longTextSizes(value);
  const limit = commonLimit(sizes, room - (bytesOf(value) - sum(sizes)), MIN_TEXT_BYTES);
  const paths: string[] = [];
  const cut = transform(value, (part, path) => {
    if (typeof part !== 'string' || sizeOfLong(part) <= limit) return part;
    paths.push(path);
    return shorten(part, limit);
  });
  return { value: cut as Json, paths };
}

/** The lists that have no other list within. */
export function innermostLists(part: unknown, path = '', depth = 0, found: List[] = []): List[] {
  const before = found.length;
  for (const [name, inner] of innerParts(part, path, depth)) innermostLists(inner, name, depth + 1, found);
  if (Array.isArray(part) && part.length > 0 && found.length === before) found.push({ path, items: part });
  return found;
}

function longTextSizes(part: unknown, depth = 0, found: number[] = []): number[] {
  const size = sizeOfLong(part);
  if (size > 0) found.push(size);
  for (const [, inner] of innerParts(part, '', depth)) longTextSizes(inner, depth + 1, found);
  return found;
}

/** Bytes of a text that may be cut; 0 for every other part. */
function sizeOfLong(part: unknown): number {
  if (typeof part !== 'string') return 0;
  const size = bytesOf(part);
  return size > MIN_TEXT_BYTES ? size : 0;
}

function countWithin(items: readonly unknown[], bytes: number): number {
  // Between brackets, with a comma before each but the first.
  let left = bytes - 1;
  const at = items.findIndex((item) => (left -= bytesOf(item) + 1) < 0);
  return at < 0 ? items.length : at;
}

/** A copy in which each part is what `change` returns for it. */
function transform(
  part: unknown,
  change: (part: unknown, path: string) => unknown,
  path = '',
  depth = 0,
): unknown {
  const changed = change(part, path);
  const inner = innerParts(changed, path, depth).map(([name, each]) =>
    transform(each, change, name, depth + 1),
  );
  if (inner.length === 0) return changed;
  if (Array.isArray(changed)) return inner;
  return Object.fromEntries(Object.keys(changed as object).map((name, index) => [name, inner[index]]));
}

/** Entries and fields with their paths. */
function innerParts(part: unknown, path: string, depth: number): (readonly [string, unknown])[] {
  if (typeof part !== 'object' || part === null || depth === MAX_DEPTH) return [];
  if (Array.isArray(part)) return part.map((item: unknown, index) => [`${path}[${index}]`, item] as const);
  return Object.entries(part).map(
    ([name, field]) => [path === '' ? name : `${path}.${name}`, field] as const,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
