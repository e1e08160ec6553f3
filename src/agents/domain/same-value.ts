import { own } from '../../platform/kernel/own';

/** Ignores the order of keys, which jsonb changes: a rule sent back as read is no change. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(
      ([key, value]) =>
        Object.hasOwn(other, key) && sameValue(value, own(other as Record<string, unknown>, key)),
    )
  );
}
