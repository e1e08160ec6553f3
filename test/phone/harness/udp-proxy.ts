import { type Socket, createSocket } from 'node:dgram';

export interface Faults {
  /** The share of datagrams that is lost, each way. */
  readonly loss?: number;
  readonly duplicates?: number;
  /** At random up to this time, each separately: later ones overtake. */
  readonly delayMs?: number;
}

/**
 * Puts the proxy's port into Contact in the place of the sender's, so that requests within dialogs take the proxy, too.
 * Ports that the system picks have five digits.
 */
function contactAt(octets: Buffer, port: number, own: number): Buffer {
  const text = octets.toString('latin1');
  return Buffer.from(
    text.replace(/^Contact: .*$/m, (line) => line.replace(`127.0.0.1:${port}`, `127.0.0.1:${own}`)),
    'latin1',
  );
}

/** Passes datagrams on between callers and one server, as a bad network would. */
export class UdpProxy {
  lost = 0;
  passed = 0;
  readonly #far = new Map<string, Socket>();
  readonly #ready = new Set<Socket>();
  #closed = false;

  private constructor(
    private readonly near: Socket,
    private readonly server: number,
    private readonly faults: Faults,
  ) {
    near.on('message', (octets, { address, port }) => {
      const far = this.#farOf(address, port);
      if (far === null) return;
      this.#pass(() => far.send(contactAt(octets, port, far.address().port), this.server, '127.0.0.1'));
    });
  }

  static async open(server: number, faults: Faults): Promise<UdpProxy> {
    const near = createSocket('udp4');
    await new Promise<void>((resolve) => {
      near.bind(0, '127.0.0.1', resolve);
    });
    return new UdpProxy(near, server, faults);
  }

  get port(): number {
    return this.near.address().port;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const sockets = [this.near, ...this.#far.values()];
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(resolve))));
  }

  /** The socket that the server sees for one caller; null while it is being opened, and what comes is lost. */
  #farOf(address: string, port: number): Socket | null {
    const key = `${address}:${port}`;
    const known = this.#far.get(key);
    if (known !== undefined) return this.#ready.has(known) ? known : null;
    const far = createSocket('udp4');
    far.bind(0, '127.0.0.1', () => this.#ready.add(far));
    far.on('message', (octets) => {
      this.#pass(() => this.near.send(contactAt(octets, this.server, this.port), port, address));
    });
    this.#far.set(key, far);
    return null;
  }

  #pass(send: () => void): void {
    const { loss = 0, duplicates = 0, delayMs = 0 } = this.faults;
    const copies = Math.random() < duplicates ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      if (Math.random() < loss) {
        this.lost++;
        continue;
      }
      this.passed++;
      setTimeout(() => {
        if (!this.#closed) send();
      }, Math.random() * delayMs);
    }
  }
}
