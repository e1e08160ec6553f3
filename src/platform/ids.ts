import { randomInt } from 'node:crypto';
import { monotonicFactory } from 'ulid';

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
  | 'lead'
  | 'trunk'
  | 'leg'
  | 'media'
  | 'ses'
  | 'link'
  | 'aud'
  | 'vtest'
  | 'lsn'
  | 'view'
  | 'tool'
  | 'tinv'
  | 'worker';

/** Node buffers random bytes; the library would request each character from the system. */
const nextUlid = monotonicFactory(() => randomInt(32) / 32);

/** Prefix, `_`, and a ULID in lower case. Ids of one process sort by creation, even when the clock steps back. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}
