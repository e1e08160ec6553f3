import { hasForbiddenCharacters } from './text';
import { isObject } from './own';

export interface SpoiltPlace {
  readonly path: string;
  readonly message: string;
}

const MAX_PLACES = 100;

/** NUL, lone surrogates, and numbers beyond a double. Without recursion, so that depth cannot overflow the stack. */
export function spoiltPlaces(root: unknown): SpoiltPlace[] {
  if (!isSpoilt(root)) return [];
  const places: SpoiltPlace[] = [];
  let level: [string, unknown][] = [['', root]];
  while (level.length > 0 && places.length < MAX_PLACES) {
    const next: [string, unknown][] = [];
    for (const [path, value] of level) {
      const message = problemOf(value);
      if (message !== undefined) places.push({ path, message });
      // A key that is itself invalid must not be in a path.
      if (message !== undefined || typeof value !== 'object' || value === null) continue;
      for (const [key, item] of Object.entries(value)) {
        next.push([Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, item]);
      }
    }
    level = next;
  }
  return places.slice(0, MAX_PLACES);
}

function isSpoilt(root: unknown): boolean {
  const left = [root];
  for (let at = 0; at < left.length; at++) {
    const value = left[at];
    if (problemOf(value) !== undefined) return true;
    if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) left.push(item);
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
