import { hash } from 'node:crypto';

/** Stored instead of the token. SHA-256 is enough: a random token of 128 bits or more cannot be found by trying. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
