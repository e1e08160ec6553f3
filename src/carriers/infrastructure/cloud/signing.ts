import { timingSafeEqual } from 'node:crypto';
import type { Pairs } from './adapter';

/** Sorts by name, then by value, as carriers sign fields. */
export function sortedFields(form: Pairs): Pairs {
  return form.toSorted(([a, one], [b, other]) => order(a, b) || order(one, other));
}

export function isEqualConstantTime(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
