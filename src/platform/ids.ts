import { randomInt } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** The prefixes of all ids (decisions, "Ids"). */
export type IdPrefix =
  | 'agent'
  | 'call'
  | 'batch'
  | 'hcall'
  | 'csl'
  | 'evt'
  | 'key'
  | 'acct'
  | 'req'
  | 'txn'
  | 'bpage'
  | 'dlv'
  | 'login'
  | 'lead';

/** Node's own store of random bytes: the library would ask the system for each character. */
const nextUlid = monotonicFactory(() => randomInt(32) / 32);

/**
 * A new id: prefix, `_`, and a ULID in lower case. Ids that one process makes sort by creation, also within a
 * millisecond and over a clock that steps back.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}
