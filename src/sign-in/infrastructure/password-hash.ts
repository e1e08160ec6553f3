import { createHash, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { preparedPassword } from '../domain/password-rules';
import { type HashOwner, HashQueue } from './hash-queue';

/** Some 0.2 s of a core and 32 MiB. Tests lower it. */
export const HASH_COST = { logN: 15, r: 8, p: 3 };

const MAX_MEMORY = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Cost = Readonly<typeof HASH_COST>;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Identifies a password by its salted hash, without revealing anything about it. */
export function passwordVersion(hash: string): string {
  return createHash('sha256').update(hash).digest('base64url').slice(0, 11);
}

/** Makes and checks password hashes: `scrypt$LOGN$R$P$SALT$HASH`, in base64url. */
@Injectable()
export class PasswordHash {
  readonly #queue = new HashQueue();

  /** @throws RetryLater when too many wait */
  async make(password: string, owner: HashOwner): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#hash(owner, password, salt, HASH_COST);
    const { logN, r, p } = HASH_COST;
    return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /** `stored` null never matches, in the same time. @throws RetryLater when too many wait */
  async matches(password: string, stored: string | null, owner: HashOwner): Promise<boolean> {
    if (stored === null) {
      await this.#hash(owner, password, randomBytes(SALT_BYTES), HASH_COST);
      return false;
    }
    const [, logN, r, p, salt = '', right = ''] = stored.split('$');
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
    const hash = await this.#hash(owner, password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(right, 'base64url');
    return expected.length === hash.length && timingSafeEqual(expected, hash);
  }

  #hash(owner: HashOwner, password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
    const options = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY };
    return this.#queue.run(owner, () => derive(preparedPassword(password), salt, HASH_BYTES, options));
  }
}
