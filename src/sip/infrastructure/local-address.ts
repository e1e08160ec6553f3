import { createSocket } from 'node:dgram';

const KEPT_MS = 60_000;
const MOST_KEPT = 1_000;

/** The address of this machine that the route to an IPv4 address has. Asked of the kernel, kept for a minute. */
export class LocalAddresses {
  readonly #kept = new Map<string, { address: string; until: number }>();

  /** `bound`: the address that the sockets are bound to; with 0.0.0.0 it is the route's. */
  constructor(private readonly bound: string) {}

  async towards(remote: string): Promise<string> {
    if (this.bound !== '0.0.0.0') return this.bound;
    const now = performance.now();
    const kept = this.#kept.get(remote);
    if (kept !== undefined && kept.until > now) return kept.address;
    const address = await routeTo(remote);
    this.#kept.delete(remote);
    this.#kept.set(remote, { address, until: now + KEPT_MS });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return address;
  }

  /** What is known at once; for what comes in before anything went out. */
  known(remote: string): string | undefined {
    return this.bound !== '0.0.0.0' ? this.bound : this.#kept.get(remote)?.address;
  }
}

/** Connecting a UDP socket sends nothing: it picks the route. */
function routeTo(remote: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (address: string): void => {
      socket.removeAllListeners();
      socket.on('error', () => undefined);
      socket.close();
      resolve(address);
    };
    socket.once('error', () => {
      end('127.0.0.1');
    });
    socket.connect(9, remote, () => {
      end(socket.address().address);
    });
  });
}
