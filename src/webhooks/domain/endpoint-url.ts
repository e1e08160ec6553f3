import { codePointLength, hasForbiddenCharacters } from '../../platform/kernel/text';
import { isInsideName } from './address-rules';
import { parseAddress } from './ip-address';

/** Code points. */
export const LONGEST_URL = 2_048;

const EXAMPLE = 'https://example.com/webhooks';

/**
 * What is wrong with an endpoint's URL, as far as the URL alone tells (Events, rule 2); undefined when nothing is. Words
 * that complete "url …".
 */
export function urlProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (hasForbiddenCharacters(value)) return 'must not hold the NUL character or half of a surrogate pair';
  const length = codePointLength(value);
  if (length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters (it has ${length})`;
  // The URL parser drops some of these silently.
  if (/[\s\p{Cc}]/u.test(value)) return 'must not hold white space or control characters';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || !URL.canParse(value))
    return `must be a URL such as ${EXAMPLE}`;
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.port === '0') return 'must not have port 0';
  const host = hostOf(url);
  if (host === '') return `must be a URL such as ${EXAMPLE}`;
  if (isInsideName(host)) return `must lead to a public address: ${host} is a name for inside a network`;
  return undefined;
}

/** The problem of a plain http URL where the operator did not allow it. */
export function schemeProblem(url: URL, allowHttp: boolean): string | undefined {
  return url.protocol === 'https:' || allowHttp
    ? undefined
    : 'must begin with https:// (http is not allowed here)';
}

/**
 * The host as it is classified and connected to: what `URL.hostname` made of it (IDNA, decimal and hex addresses), without
 * brackets and without the dots of a fully qualified name.
 */
export function hostOf(url: URL): string {
  const { hostname } = url;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/(?<!\.)\.+$/, '');
}

/** True for a host that is an address: no resolver is asked for it. */
export function isAddress(host: string): boolean {
  return parseAddress(host) !== undefined;
}
