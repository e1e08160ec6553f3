import { createSocket, type Socket } from 'node:dgram';

/** `20000-20999`, or 0: any free port. */
export type PortRange = { readonly first: number; readonly last: number } | 0;

/** Two sockets on an even port and the next. */
export interface PortPair {
  readonly port: number;
  readonly rtp: Socket;
  readonly rtcp: Socket;
  /** The ports come last in line for new legs. */
  close(): void;
}

const MAX_ATTEMPTS = 100;

/** Parses a range with at least one pair of ports; undefined for other texts. */
export function portRange(text: string): PortRange | undefined {
  if (text === '0') return 0;
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || first < 1 || last > 65_535) return undefined;
  return evenFrom(first) + 1 <= last ? { first, last } : undefined;
}

function evenFrom(port: number): number {
  return port + (port % 2);
}

/** Opens pairs of ports in turn, each even RTP port with the next one for RTCP (RFC 3550, 11). */
export class PortPool {
  readonly #used = new Set<number>();
  #next: number;

  /** `start` (0 to 1): a restarted process must not receive packets of its last calls. */
  constructor(
    private readonly range: PortRange,
    start: number,
  ) {
    const pairs = this.#pairs;
    this.#next = range === 0 ? 0 : evenFrom(range.first) + 2 * Math.min(pairs - 1, Math.floor(start * pairs));
  }

  /** @throws Error when no pair is free */
  async open(host: string): Promise<PortPair> {
    for (let at = 0; at < (this.range === 0 ? MAX_ATTEMPTS : this.#pairs); at++) {
      const pair = await (this.range === 0 ? this.#any(host) : this.#inTurn(host));
      if (pair) return pair;
    }
    throw new Error('no RTP port is free');
  }

  get #pairs(): number {
    return this.range === 0 ? 0 : Math.floor((this.range.last - evenFrom(this.range.first) + 1) / 2);
  }

  async #inTurn(host: string): Promise<PortPair | null> {
    if (this.range === 0) return null;
    const port = this.#next;
    this.#next = port + 3 > this.range.last ? evenFrom(this.range.first) : port + 2;
    if (this.#used.has(port)) return null;
    // Occupied before the first wait: another leg may be opened during it.
    this.#used.add(port);
    const rtp = await bound(host, port);
    const pair = rtp && (await this.#withNext(host, rtp, port));
    if (!pair) this.#used.delete(port);
    return pair;
  }

  /** The system chooses; an odd port is closed for its even neighbour. */
  async #any(host: string): Promise<PortPair | null> {
    const first = await bound(host, 0);
    if (!first) return null;
    const { port } = first.address();
    if (port % 2 === 0) return this.#withNext(host, first, port);
    await closeSocket(first);
    const rtp = await bound(host, port - 1);
    return rtp && this.#withNext(host, rtp, port - 1);
  }

  async #withNext(host: string, rtp: Socket, port: number): Promise<PortPair | null> {
    const rtcp = await bound(host, port + 1);
    if (!rtcp) {
      await closeSocket(rtp);
      return null;
    }
    const close = () => {
      // Closing frees the ports at once; the event comes later.
      rtp.close();
      rtcp.close();
      this.#used.delete(port);
    };
    return { port, rtp, rtcp, close };
  }
}

function bound(host: string, port: number): Promise<Socket | null> {
  const socket = createSocket({
    type: 'udp4',
    // The default would look each address up, for each packet.
    lookup: (address, _options, done) => done(null, address, 4),
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((done) => {
    socket.close(() => done());
  });
}
