import { type Challenge, type DigestProof, type Hash, digestResponse, parseAuth } from './digest';
import { quote } from '../scanner';

export type DigestAlgorithm = Challenge['algorithm'];

/** A client's answer to a challenge with qop auth (RFC 7616 section 3.4). */
export interface DigestAnswer extends DigestProof {
  readonly response: string;
  readonly count: number;
}

/** Null for another scheme, algorithm or quality of protection. */
export function parseAnswer(value: string): DigestAnswer | null {
  const params = parseAuth(value);
  const [username, realm, nonce, uri, response, nc, cnonce] = [
    'username',
    'realm',
    'nonce',
    'uri',
    'response',
    'nc',
    'cnonce',
  ].map((name) => params?.get(name) ?? '');
  const algorithm = (params?.get('algorithm') ?? 'MD5').toUpperCase();
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return null;
  if (params?.get('qop')?.toLowerCase() !== 'auth' || !nc || !/^[0-9a-f]{8}$/i.test(nc)) return null;
  if (!username || !realm || !nonce || !uri || !response || !cnonce) return null;
  const count = Number.parseInt(nc, 16);
  return { username, realm, nonce, uri, response: response.toLowerCase(), algorithm, nc, cnonce, count };
}

export interface ChallengeTerms {
  readonly realm: string;
  readonly nonce: string;
  readonly stale: boolean;
  /** In the order of preference (RFC 8760 section 2.4). */
  readonly algorithms: readonly DigestAlgorithm[];
}

/** A value of WWW-Authenticate for each algorithm. */
export function challengesOf({ realm, nonce, stale, algorithms }: ChallengeTerms): string[] {
  const own = `realm=${quote(realm)}, nonce=${quote(nonce)}, qop="auth"${stale ? ', stale=true' : ''}`;
  return algorithms.map((algorithm) => `Digest ${own}, algorithm=${algorithm}`);
}

/** Compares in the same time for each wrong answer. */
export function isRightAnswer(answer: DigestAnswer, method: string, password: string, hash: Hash): boolean {
  const right = digestResponse(answer, method, password, hash);
  let different = right.length ^ answer.response.length;
  for (let at = 0; at < right.length; at++)
    different |= right.charCodeAt(at) ^ answer.response.charCodeAt(at);
  return different === 0;
}
