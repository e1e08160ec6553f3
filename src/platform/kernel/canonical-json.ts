import { isObject } from './own';
/** Bodies that differ only in order or white space give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (!isObject(item)) return item;
    const entries = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    // Without a prototype, so that __proto__ is an ordinary key.
    const sorted = Object.create(null) as Record<string, unknown>;
    // eslint-disable-next-line service/no-inherited-look-up -- it has no prototype.
    for (const [key, child] of entries) sorted[key] = child;
    return sorted;
  });
}
