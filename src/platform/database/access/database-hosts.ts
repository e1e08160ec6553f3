export interface DatabaseHosts {
  /** A URL for each host, in the order of the list. */
  readonly urls: readonly string[];
  /** Completes "must be …"; null: the URL is usable. */
  readonly problem: string | null;
}

const PROTOCOL = 'a URL that begins with postgres:// or postgresql://';

/** Scheme, user with its password, hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?#]*@)?)([^/?#]*)((?:[/?#].*)?)$/su;

/** libpq's names for a server that accepts writes. */
const WRITABLE = ['read-write', 'primary'];

/** Reads a URL of libpq's form `postgres://user:password@db1:5432,db2/name`. */
export function databaseHosts(text: string): DatabaseHosts {
  const [, scheme = '', user = '', hosts = '', rest = ''] = PARTS.exec(text) ?? [];
  if (scheme === '') return { urls: [], problem: PROTOCOL };
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  if (!urls.every((url) => URL.canParse(url))) return { urls: [], problem: PROTOCOL };
  if (hosts.includes(',') && hosts.split(',').includes('')) {
    return { urls: [], problem: 'a list of hosts without gaps, such as postgres://db1:5432,db2:5432/aics' };
  }
  const wanted = new URL(urls[0] ?? '').searchParams.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted)) {
    return { urls: [], problem: 'without target_session_attrs, or with read-write: the service writes' };
  }
  return { urls: urls.map(withoutTarget), problem: null };
}

function withoutTarget(text: string): string {
  const url = new URL(text);
  if (!url.searchParams.has('target_session_attrs')) return text;
  url.searchParams.delete('target_session_attrs');
  return url.href;
}
