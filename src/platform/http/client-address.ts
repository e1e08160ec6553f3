import { isIP } from 'node:net';
import type { Request } from 'express';
import { innerRequestOf } from './inner-requests';

/** As some proxies write it: `203.0.113.9:4444`, `[2001:db8::1]:4444`. */
const WITH_PORT = /^(?:(?<four>[\d.]+)|\[(?<six>[^\]]+)\])(?::\d+)?$/;

/**
 * Follows TRUST_PROXY. Where a proxy sends no valid address, the proxy's own is used: client text is neither counted
 * nor stored.
 */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  const inner = innerRequestOf({ socket });
  if (inner) return inner.address;
  if (isIP(ip) !== 0) return ip;
  const { four, six = '' } = WITH_PORT.exec(ip)?.groups ?? {};
  const bare = four ?? six;
  return isIP(bare) === 0 ? socket.remoteAddress : bare;
}
