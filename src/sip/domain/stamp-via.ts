import { parseVia, writeVia } from './header-values';
import type { SipRequest } from './message';
import type { Flow } from './ports';

/** Writes where a request came from (RFC 3261 section 18.2.1, RFC 3581). */
export function stampVia({ headers }: SipRequest, { remote }: Flow): void {
  const [top, ...others] = headers.list('via');
  const via = top === undefined ? null : parseVia(top);
  if (via === null) return;
  if (via.params.has('rport')) via.params.set('rport', String(remote.port));
  if (via.host !== remote.address || via.params.has('rport')) via.params.set('received', remote.address);
  headers.remove('via');
  for (const other of others.reverse()) headers.unshift('via', other);
  headers.unshift('via', writeVia(via));
}
