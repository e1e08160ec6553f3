import { randomInt } from 'node:crypto';

/** Country code 999 is unassigned, so such a number is never called. */
const PREFIX = '+999';
const RANDOM_DIGITS = 12;

export function newAlias(): string {
  return PREFIX + Array.from({ length: RANDOM_DIGITS }, () => randomInt(10)).join('');
}

export function isAlias(number: string): boolean {
  return number.startsWith(PREFIX);
}
