import { HOUR_MS, MINUTE_MS } from '../../platform/kernel/time/durations';

/** An e-mail from an address, an address, an e-mail, a known browser of the e-mail, and all of these browsers. */
type CountedFor = 'pair' | 'address' | 'email' | 'browser' | 'browsers';

/** Beyond `max` failures within `windowMs` attempts are refused. */
export interface AttemptLimit {
  readonly of: CountedFor;
  readonly max: number;
  readonly windowMs: number;
}

const IN_15_MINUTES = 15 * MINUTE_MS;
const BROWSER: AttemptLimit = { of: 'browser', max: 10, windowMs: IN_15_MINUTES };
const BROWSERS: AttemptLimit = { of: 'browsers', max: 20, windowMs: IN_15_MINUTES };
const PAIR: AttemptLimit = { of: 'pair', max: 10, windowMs: IN_15_MINUTES };
const EMAIL: AttemptLimit = { of: 'email', max: 50, windowMs: 60 * MINUTE_MS };
const ADDRESS: AttemptLimit = { of: 'address', max: 100, windowMs: IN_15_MINUTES };
/** All clients behind a proxy that is missing in TRUST_PROXY have its address. */
const PROXY: AttemptLimit = { ...ADDRESS, max: 1_000 };

export const MAX_WINDOW_MS = 60 * MINUTE_MS;

/** Retention of mails: an account's bound is for a local day, which has 25 hours when clocks go back. */
export const MAX_DAY_MS = 25 * HOUR_MS;

/** A known browser has its own count instead, and one that all known browsers of the login share. */
export function boundsOf(visit: {
  readonly knownBrowser: boolean;
  readonly behindUnknownProxy: boolean;
}): readonly AttemptLimit[] {
  return visit.knownBrowser ? [BROWSER, BROWSERS] : [PAIR, EMAIL, visit.behindUnknownProxy ? PROXY : ADDRESS];
}

export const FORGOTTEN_REQUESTS: AttemptLimit = { of: 'address', max: 20, windowMs: 60 * MINUTE_MS };

export const LINK_MAILS: AttemptLimit = { of: 'email', max: 3, windowMs: 60 * MINUTE_MS };

/** IPv4, also inside IPv6, or the 64-bit network of IPv6, which one customer has. */
export function networkOf(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/u.exec(plain)?.[1];
  if (inside !== undefined) return inside;
  if (!plain.includes(':')) return plain;
  const [before = '', after] = plain.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after === undefined ? [] : after.split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/u, '')).join(':')}::/64`;
}
