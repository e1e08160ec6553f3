/** SDES (RFC 4568): keys of SRTP in the SDP. */
type SrtpSuite = 'AES_CM_128_HMAC_SHA1_80' | 'AES_CM_128_HMAC_SHA1_32';

export interface SrtpKey {
  readonly suite: SrtpSuite;
  /** Master key (16 octets), then master salt (14), in base64. */
  readonly key: string;
}

export interface CryptoAttribute extends SrtpKey {
  readonly tag: number;
}

/** The one line of our offers. */
export const OFFERED: Omit<CryptoAttribute, 'key'> = { tag: 1, suite: 'AES_CM_128_HMAC_SHA1_80' };

const SUITES: readonly SrtpSuite[] = [OFFERED.suite, 'AES_CM_128_HMAC_SHA1_32'];
const TAG = /^[1-9]\d{0,8}$/;
/** 30 octets fill base64 without padding. */
const KEY = /^[A-Za-z0-9+/]{40}$/;
/** As a power of two; RFC 3711 allows no longer life than 2^48 packets. */
const LIFETIME = { leastBits: 17, mostBits: 48 } as const;
/** The only parameters that change nothing for us: a hint, and those that RFC 4568 calls optional. */
const HARMLESS = /^(WSH=\d+|-.+)$/i;

/** The value of `a=crypto`; null when it requires anything but SRTP with one key as RFC 3711 presets it. */
export function parseCrypto(value: string): CryptoAttribute | null {
  const [tag = '', name = '', method = '', ...parameters] = value.split(/[ \t]+/);
  const suite = SUITES.find((known) => known === name.toUpperCase());
  const [key = '', ...rest] = method.replace(/^inline:/i, '').split('|');
  if (!TAG.test(tag) || suite === undefined || !/^inline:/i.test(method) || !KEY.test(key)) return null;
  if (!parameters.every((parameter) => HARMLESS.test(parameter))) return null;
  // What follows a lifetime, or has a colon, is an MKI.
  if (rest.length > 1 || !rest.every(isLongLife)) return null;
  return { tag: Number(tag), suite, key };
}

export function writeCrypto({ tag, suite, key }: CryptoAttribute): string {
  return `a=crypto:${tag} ${suite} inline:${key}`;
}

function isLongLife(text: string): boolean {
  const power = /^2\^(\d{1,2})$/.exec(text);
  const { leastBits, mostBits } = LIFETIME;
  if (!power && !/^\d{1,16}$/.test(text)) return false;
  const bits = power ? Number(power[1]) : Math.log2(Number(text));
  return bits >= leastBits && bits <= mostBits;
}
