import { parseVia } from './header-values';
import type { SipRequest } from './message';
import type { Flow, Target } from './ports';

/** Where the sender of a request accepts connections, by its Via (RFC 3261 section 18.2.2). */
export function responseTarget({ headers }: SipRequest, { transport, remote }: Flow): Target {
  const via = parseVia(headers.list('via')[0] ?? '');
  const isTls = transport === 'tls';
  const port = via?.port ?? (isTls ? 5061 : 5060);
  const tls = { serverName: via?.host ?? remote.address, verify: true, ca: null };
  return { transport, address: remote.address, port, ...(isTls && { tls }) };
}
