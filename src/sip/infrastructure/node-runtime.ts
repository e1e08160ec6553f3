import { createHash, randomBytes } from 'node:crypto';
import { REAL_TIMERS } from '../../platform/kernel/time/timers';
import type { Runtime } from '../domain/ports';

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

/** One call of the kernel for the tags and branches of many messages. */
const POOL_BYTES = 4_096;

export function nodeRuntime(warn: Runtime['warn']): Runtime {
  return {
    timers: REAL_TIMERS,
    random: () => Math.random(),
    randomHex: randomHex(),
    hash: (algorithm, octets) => createHash(HASHES[algorithm]).update(octets, 'latin1').digest('hex'),
    warn,
  };
}

function randomHex(): Runtime['randomHex'] {
  let pool = Buffer.alloc(0);
  let used = 0;
  return (octets) => {
    if (used + octets > pool.length) {
      pool = randomBytes(Math.max(POOL_BYTES, octets));
      used = 0;
    }
    used += octets;
    return pool.toString('hex', used - octets, used);
  };
}
