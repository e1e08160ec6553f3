import { hasForbiddenCharacters } from './text';
import { isObject } from './own';

export interface SpoiltPlace {
  readonly path: string;
  readonly message: string;
}

const MAX_PLACES = 100;

/** NUL, lone surrogates, and numbers beyond a double, by level. Without recursion: depth cannot overflow the stack. */
export function spoiltPlaces(root: unknown): SpoiltPlace[] {
  if (!isSpoilt(root)) return [];
  const places: SpoiltPlace[] = [];
  const queue: [string, unknown][] = [['', root]];
  for (const [path, value] of queue) {
    const message = problemOf(value);
    if (message !== undefined) {
      // A key that is itself invalid must not be in a path: what is below stays out of the queue.
      if (places.push({ path, message }) === MAX_PLACES) break;
    } else if (isContainer(value)) {
      const pathOf = (key: string) => (Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
      for (const [key, item] of Object.entries(value)) queue.push([pathOf(key), item]);
    }
  }
  return places;
}

/** Whether lists and objects are nested in more than `maxLevels`; recursion ends there, too. */
export function isDeeperThan(value: unknown, maxLevels: number): boolean {
  if (!isContainer(value)) return false;
  return maxLevels === 0 || Object.values(value).some((item) => isDeeperThan(item, maxLevels - 1));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Much faster than the search for places, and right for nearly all values. */
function isSpoilt(root: unknown): boolean {
  const queue = [root];
  for (const value of queue) {
    if (problemOf(value) !== undefined) return true;
    if (isContainer(value)) for (const item of Object.values(value)) queue.push(item);
  }
  return false;
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string' && hasForbiddenCharacters(value))
    return 'must not hold the NUL character or half of a surrogate pair';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must hold numbers that a double can hold';
  if (!isObject(value)) return undefined;
  return Object.keys(value).some(hasForbiddenCharacters)
    ? 'must have keys without the NUL character or half of a surrogate pair'
    : undefined;
}
