import { codePointLength, hasForbiddenCharacters } from '../text';
import { hostOf, isInsideName } from './url-host';

/** In code points. */
export const MAX_URL_LENGTH = 2_048;

const EXAMPLE = 'https://example.com/webhooks';

/** Completes "url …". */
export function urlProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '') return 'must not be empty';
  if (hasForbiddenCharacters(value)) return 'must not hold the NUL character or half of a surrogate pair';
  const length = codePointLength(value);
  if (length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters (it has ${length})`;
  // The URL parser silently drops some of these.
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
