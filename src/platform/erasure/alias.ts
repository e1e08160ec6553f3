import { randomInt } from 'node:crypto';

/** E.164 in form; country code 999 is unassigned, so such a number is never called. */
const PREFIX = '+999';
const RANDOM_DIGITS = 12;

/** A random number that replaces an erased one. */
export function newAlias(): string {
  return PREFIX + Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join('');
}

/** Whether a number replaces an erased one. */
export function isAlias(number: string): boolean {
  return number.startsWith(PREFIX);
}
