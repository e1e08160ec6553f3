import { crc32 } from '../../platform/kernel/crc32';

/** The product of keys for this service. */
export const PRODUCT = 'ai_calling';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'aics_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

const PREFIX_RANDOM_LENGTH = 8;

/** `aics_`, 32 base62 characters (190 bits) and 6 of their CRC32. `randomBelow` must be cryptographic. */
export function makeKey(randomBelow: (limit: number) => number): string {
  let key = PREFIX;
  for (let at = 0; at < RANDOM_LENGTH; at++) key += ALPHABET[randomBelow(ALPHABET.length)] ?? '';
  return key + checksum(key);
}

/** Checks form and checksum. Other texts are refused without a query. */
export function isKeyForm(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Enough to distinguish keys, too few to use. */
export function keyPrefix(key: string): string {
  return key.slice(PREFIX.length, PREFIX.length + PREFIX_RANDOM_LENGTH);
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    digits = (ALPHABET[value % ALPHABET.length] ?? '') + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
