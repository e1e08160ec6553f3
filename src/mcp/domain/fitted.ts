import { own } from '../../platform/kernel/own';
import {
  type CutList,
  innermostLists,
  type Json,
  type List,
  withShorterLists,
  withShorterTexts,
} from './cut-json';
import { bytesOf, shorten } from './json-size';

export type { Json } from './cut-json';

/** Bytes of a result as JSON. */
const MAX_RESULT_BYTES = 65_536;
/** The space for `truncated`, with its name. */
const NOTE_BYTES = 2_048;
const MAX_NAMED_TEXTS = 10;
const MAX_PATH_BYTES = 128;

/** Lists that are cut before any text. */
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
  ['error', 'details', 'rejected'],
];

/** Each cuts more than the one before, for results that have too much of everything. */
const PASSES = [
  { minEntries: 1, cutsEveryList: false },
  { minEntries: 1, cutsEveryList: true },
  { minEntries: 0, cutsEveryList: true },
] as const;

/**
 * The value; where a result may not be that large, with its longest lists and then its longest texts cut. `truncated`
 * names them, and states how to read on.
 * @param hasCursor whether the tool has the argument `starting_after`
 */
export function fit(value: Json, { hasCursor = false }: { readonly hasCursor?: boolean } = {}): Json {
  const size = bytesOf(value);
  if (size <= MAX_RESULT_BYTES) return value;
  const room = MAX_RESULT_BYTES - NOTE_BYTES;
  for (const { minEntries, cutsEveryList } of PASSES) {
    const known = withShorterLists(value, knownLists(value), room, minEntries);
    const inner = cutsEveryList ? innermostLists(known.value) : [];
    const others = withShorterLists(known.value, inner, room, minEntries);
    const texts = withShorterTexts(others.value, room);
    const lists = mergeLists(known.cut, others.cut);
    const cut = { ...texts.value, truncated: describeCuts(lists, texts.paths, hasCursor) };
    if (bytesOf(cut) <= MAX_RESULT_BYTES) return cut;
  }
  return { truncated: `The result has ${size} bytes, more than ${MAX_RESULT_BYTES}: read it by the API.` };
}

type Path = readonly [string, ...string[]];

function knownLists(value: Json): List[] {
  return LISTS.map((path) => ({ path: path.join('.'), items: listAt(value, path) })).filter(
    ({ items }) => items.length > 0,
  );
}

function listAt(value: Json, path: Path): readonly unknown[] {
  let part: unknown = value;
  for (const name of path) part = own((part ?? {}) as Json, name);
  return Array.isArray(part) ? part : [];
}

/** A list that was cut twice has as many entries as at first. */
function mergeLists(first: readonly CutList[], second: readonly CutList[]): CutList[] {
  const lists = new Map(first.map((list) => [list.path, list]));
  for (const list of second) lists.set(list.path, { ...list, all: (lists.get(list.path) ?? list).all });
  return [...lists.values()];
}

function describeCuts(lists: readonly CutList[], texts: readonly string[], hasCursor: boolean): string {
  const sentences = lists.map((list) => describedList(list, hasCursor));
  if (texts.length > 0) {
    const named = texts.slice(0, MAX_NAMED_TEXTS).map(shortPath);
    const more = texts.length > named.length ? ` and ${texts.length - named.length} more` : '';
    sentences.push(`Only the beginning of ${named.join(', ')}${more}: read the whole by the API.`);
  }
  const note = sentences.join(' ');
  const room = NOTE_BYTES - bytesOf({ truncated: '' });
  return bytesOf(note) <= room ? note : shorten(note, room);
}

function describedList({ path, remaining, all }: CutList, hasCursor: boolean): string {
  const last = remaining.at(-1) as { readonly id?: unknown } | null | undefined;
  const goesOn = hasCursor && path === 'data' && typeof last?.id === 'string';
  const goOn = goesOn ? `go on with starting_after ${last.id}` : 'read the rest by the API';
  return `${shortPath(path)} has ${remaining.length} of ${all} entries: ${goOn}.`;
}

function shortPath(path: string): string {
  return bytesOf(path) <= MAX_PATH_BYTES ? path : shorten(path, MAX_PATH_BYTES);
}
