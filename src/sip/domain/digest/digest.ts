import type { Params } from '../header-values';
import { Scanner, octetsOf, quote } from '../scanner';

/** Digest authentication of a client (RFC 7616, RFC 8760): MD5 and SHA-256, qop auth or none. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Challenge {
  readonly proxy: boolean;
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | null;
  readonly algorithm: 'MD5' | 'SHA-256';
  /** Absent in RFC 2069's form. */
  readonly qop: 'auth' | null;
  readonly stale: boolean;
}

export type Hash = (algorithm: 'MD5' | 'SHA-256', octets: string) => string;

/** Null for another scheme, algorithm or quality of protection. */
export function parseChallenge(value: string, proxy: boolean): Challenge | null {
  const params = parseAuth(value);
  const realm = params?.get('realm');
  const nonce = params?.get('nonce');
  if (!params || typeof realm !== 'string' || typeof nonce !== 'string') return null;
  const algorithm = (params.get('algorithm') ?? 'MD5').toUpperCase();
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return null;
  const qops = params.get('qop')?.toLowerCase().split(',') ?? [];
  const auth = qops.some((qop) => qop.trim() === 'auth');
  if (qops.length > 0 && !auth) return null;
  return {
    proxy,
    realm,
    nonce,
    opaque: params.get('opaque') ?? null,
    algorithm,
    qop: auth ? 'auth' : null,
    stale: params.get('stale')?.toLowerCase() === 'true',
  };
}

/** The first usable challenge of each realm counts (RFC 8760 section 2.4). */
export function pickChallenges(
  www: readonly string[],
  proxy: readonly string[],
): ReadonlyMap<string, Challenge> {
  const picked = new Map<string, Challenge>();
  const all = [
    ...www.map((value) => parseChallenge(value, false)),
    ...proxy.map((value) => parseChallenge(value, true)),
  ];
  for (const challenge of all) {
    if (challenge === null) continue;
    const key = `${challenge.proxy}:${challenge.realm}`;
    if (!picked.has(key)) picked.set(key, challenge);
  }
  return picked;
}

/** Parameters of `Digest a="b", c=d`; null for anything else. */
export function parseAuth(value: string): Params | null {
  const scanner = new Scanner(value).blank();
  if (scanner.token().toLowerCase() !== 'digest') return null;
  const params: Params = new Map();
  for (;;) {
    const name = scanner.blank().token().toLowerCase();
    if (name === '' || !scanner.blank().eat('=')) return null;
    scanner.blank();
    const own = scanner.text[scanner.at] === '"' ? scanner.quotedString() : scanner.until(', \t');
    if (own === null) return null;
    if (!params.has(name)) params.set(name, own);
    if (scanner.blank().done) return params;
    if (!scanner.eat(',')) return null;
  }
}

export interface Answering {
  readonly method: string;
  readonly uri: string;
  readonly cnonce: string;
  readonly count: number;
}

export function answerChallenge(
  challenge: Challenge,
  credentials: Credentials,
  { method, uri, cnonce, count }: Answering,
  hash: Hash,
): string {
  const { realm, nonce, algorithm, qop, opaque } = challenge;
  const username = octetsOf(credentials.username);
  const nc = count.toString(16).padStart(8, '0');
  const proof = { username, realm, nonce, uri, algorithm, nc: qop === null ? null : nc, cnonce };
  const response = digestResponse(proof, method, credentials.password, hash);
  const parts = [
    `username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri="${uri}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${nc}`, `cnonce=${quote(cnonce)}`]),
  ];
  return `Digest ${parts.join(', ')}`;
}

/** What a response is computed of, beside method and password. */
export interface DigestProof {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly algorithm: Challenge['algorithm'];
  /** null: in RFC 2069's form, without qop. */
  readonly nc: string | null;
  readonly cnonce: string;
}

export function digestResponse(proof: DigestProof, method: string, password: string, hash: Hash): string {
  const { username, realm, nonce, uri, algorithm, nc, cnonce } = proof;
  const digest = (text: string): string => hash(algorithm, text);
  const secret = digest(`${username}:${realm}:${octetsOf(password)}`);
  const request = digest(`${method}:${uri}`);
  return digest(
    nc === null ? `${secret}:${nonce}:${request}` : `${secret}:${nonce}:${nc}:${cnonce}:auth:${request}`,
  );
}
