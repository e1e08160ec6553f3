import { timingSafeEqual } from 'node:crypto';
import type { Pairs } from './adapter';

/** The fields of a form as carriers sign them: by name, then by value. */
export function sortedFields(form: Pairs): Pairs {
  return form.toSorted(([a, one], [b, other]) => order(a, b) || order(one, other));
}

/** Whether a signature is the right one. In constant time. */
export function isEqualConstantTime(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
