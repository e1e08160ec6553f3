import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RetryLater } from '../../platform/kernel/domain-error';
import { Semaphore } from '../../platform/semaphore';
import { preparedPassword } from '../domain/password-rules';

/** The cost of a new hash: some 0.2 s of a core and 32 MiB. Tests lower it. */
export const HASH_COST = { logN: 15, r: 8, p: 3 };

const MAX_MEMORY = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes are made by so many at once, while so many wait. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

type Cost = Readonly<typeof HASH_COST>;

/** Password hashes: `scrypt$LOGN$R$P$SALT$HASH`, in base64url. */
@Injectable()
export class PasswordHash {
  readonly #permits = new Semaphore(AT_ONCE);
  #waiting = 0;

  /** @throws RetryLater when too many wait */
  async make(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#hash(password, salt, HASH_COST);
    const { logN, r, p } = HASH_COST;
    return ['scrypt', logN, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
  }

  /**
   * Whether it is the password of a hash; never for null, which takes the same time.
   * @throws RetryLater when too many wait
   */
  async matches(password: string, stored: string | null): Promise<boolean> {
    if (stored === null) {
      await this.#hash(password, randomBytes(SALT_BYTES), HASH_COST);
      return false;
    }
    const [, logN, r, p, salt = '', right = ''] = stored.split('$');
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
    const hash = await this.#hash(password, Buffer.from(salt, 'base64url'), cost);
    const expected = Buffer.from(right, 'base64url');
    return expected.length === hash.length && timingSafeEqual(expected, hash);
  }

  async #hash(password: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
    if (this.#permits.tryAcquire(1) === 0) await this.#wait();
    try {
      return await new Promise((resolve, reject) => {
        const options = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY };
        scrypt(preparedPassword(password), salt, HASH_BYTES, options, (error, hash) => {
          if (error) reject(error);
          else resolve(hash);
        });
      });
    } finally {
      this.#permits.release(1);
    }
  }

  async #wait(): Promise<void> {
    if (this.#waiting >= MOST_WAITING) {
      throw new RetryLater('Too many people sign in at this moment. Try again in a few seconds.', 3);
    }
    this.#waiting++;
    try {
      await this.#permits.acquire(1);
    } finally {
      this.#waiting--;
    }
  }
}
