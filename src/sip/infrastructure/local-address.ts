import { createSocket } from 'node:dgram';
import { RecentMap } from '../../platform/kernel/collections/recent-map';

const CACHE_TTL_MS = 60_000;
const MAX_CACHED = 1_000;

/** Reads this machine's address on the route to an IPv4 address from the kernel; caches it for a minute. */
export class LocalAddresses {
  readonly #cache = new RecentMap<string, { address: string; until: number }>(MAX_CACHED);

  /** `bound`: the address of the sockets; with 0.0.0.0 it is the route's. */
  constructor(private readonly bound: string) {}

  async towards(remote: string): Promise<string> {
    if (this.bound !== '0.0.0.0') return this.bound;
    const now = performance.now();
    const cached = this.#cache.get(remote);
    if (cached !== undefined && cached.until > now) return cached.address;
    const address = await routeTo(remote);
    this.#cache.set(remote, { address, until: now + CACHE_TTL_MS });
    return address;
  }

  /** The address for messages that arrive before any was sent. */
  known(remote: string): string | undefined {
    return this.bound !== '0.0.0.0' ? this.bound : this.#cache.get(remote)?.address;
  }
}

/** Connecting a UDP socket sends nothing: it selects the route. */
function routeTo(remote: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string): void => {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end('127.0.0.1'));
    socket.connect(9, remote, () => end(socket.address().address));
  });
}
