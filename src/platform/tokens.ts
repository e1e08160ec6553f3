import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 bits: 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Other texts are refused without a query. */
export function isTokenForm(text: string): boolean {
  return FORM.test(text);
}

/** Stored instead of the token. SHA-256 is enough: a random token of 128 bits or more cannot be found by trying. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
