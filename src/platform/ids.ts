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

const nextUlid = monotonicFactory();

/**
 * A new id: prefix, `_`, and a ULID in lower case. Ids that one process makes sort by creation, also within a
 * millisecond and over a clock that steps back.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}
