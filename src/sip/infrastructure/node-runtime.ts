import { createHash, randomBytes } from 'node:crypto';
import type { Runtime } from '../domain/ports';

const HASHES = { MD5: 'md5', 'SHA-256': 'sha256' } as const;

export function nodeRuntime(warn: Runtime['warn']): Runtime {
  return {
    timers: {
      set: (ms, fire) => {
        const timer = setTimeout(fire, ms);
        return () => clearTimeout(timer);
      },
    },
    now: () => performance.now(),
    random: () => Math.random(),
    randomHex: (octets) => randomBytes(octets).toString('hex'),
    hash: (algorithm, octets) => createHash(HASHES[algorithm]).update(octets, 'latin1').digest('hex'),
    warn,
  };
}
