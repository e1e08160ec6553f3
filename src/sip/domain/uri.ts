import { wholeNumber } from './scanner';

export interface SipUri {
  readonly scheme: 'sip' | 'sips';
  readonly user: string | null;
  readonly host: string;
  readonly port: number | null;
  /** Names in lower case; null for a parameter without a value. */
  readonly params: ReadonlyMap<string, string | null>;
  readonly headers: string | null;
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{0,31}$/;
/** All but the visible characters of ASCII, and of these the delimiters. */
const FORBIDDEN = /[^!-~]|[<>"\\^`{|}]/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const HOST_NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?$/;
const IPV6 = /^\[[0-9A-Fa-f:.]{2,45}\]$/;

export function schemeOf(text: string): string | null {
  const colon = text.indexOf(':');
  if (colon < 1 || FORBIDDEN.test(text)) return null;
  const scheme = text.slice(0, colon);
  return SCHEME.test(scheme) ? scheme.toLowerCase() : null;
}

export function parseUri(text: string): SipUri | null {
  const scheme = schemeOf(text);
  if (scheme !== 'sip' && scheme !== 'sips') return null;
  const rest = text.slice(scheme.length + 1);
  const sign = rest.indexOf('@');
  const userInfo = sign < 0 ? null : rest.slice(0, sign);
  if (userInfo === '' || BROKEN_ESCAPE.test(userInfo ?? '')) return null;
  const [user] = cutAt(':', userInfo ?? '');
  const [address, headers] = cutAt('?', rest.slice(sign + 1));
  const [place = '', ...pairs] = address.split(';');
  const authority = parseAuthority(place);
  const params = parseParams(pairs);
  return authority && params && { scheme, user: userInfo && user, ...authority, params, headers };
}

/** The first of parameters with the same name counts. */
function parseParams(pairs: readonly string[]): Map<string, string | null> | null {
  const params = new Map<string, string | null>();
  for (const pair of pairs) {
    const [name, value] = cutAt('=', pair);
    if (name === '' || BROKEN_ESCAPE.test(pair)) return null;
    if (!params.has(name.toLowerCase())) params.set(name.toLowerCase(), value);
  }
  return params;
}

/** What stands before the first `separator` and after it; null without one. */
function cutAt(separator: string, text: string): [string, string | null] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** The URI as a Request-URI, which has no headers (RFC 3261 section 19.1.1). */
export function withoutHeaders(text: string): string {
  const headers = parseUri(text)?.headers ?? null;
  return headers === null ? text : text.slice(0, -headers.length - 1);
}

export function parseAuthority(text: string): { host: string; port: number | null } | null {
  const bracket = text.lastIndexOf(']');
  const colon = text.indexOf(':', bracket + 1);
  const host = colon < 0 ? text : text.slice(0, colon);
  const port = colon < 0 ? null : wholeNumber(text.slice(colon + 1), 65_535);
  if (colon >= 0 && (port === null || port === 0)) return null;
  if (host.length > 255 || !(HOST_NAME.test(host) || IPV6.test(host))) return null;
  return { host: host.toLowerCase(), port };
}

/** Escapes all but unreserved characters and those usual in dialed numbers. */
export function escapeUser(text: string): string {
  return text.replace(/[^A-Za-z0-9\-_.!~*'()&=+$,/]/gu, (character) => encodeURIComponent(character));
}

/** UTF-8; broken escapes stay. */
export function plainUser(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}
