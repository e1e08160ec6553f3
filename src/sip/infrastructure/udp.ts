import { type Socket, createSocket } from 'node:dgram';
import type { Endpoint, Flow, Target, Transport, TransportEvents } from '../domain/ports';
import type { LocalAddresses } from './local-address';

const MAX_QUEUED_PACKETS = 1_000;
/** The kernel's buffer, for bursts of calls. */
const BUFFER_BYTES = 4 * 1_024 * 1_024;

/** Transports SIP over one UDP socket, so that responses arrive at the port of the requests. */
export class UdpTransport implements Transport {
  #port = 0;
  #waiting = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly addresses: LocalAddresses,
    private readonly events: TransportEvents,
  ) {
    this.#port = socket.address().port;
    socket.on('message', (octets, { address, port }) =>
      this.#onReceived(octets.toString('latin1'), { address, port }),
    );
    // A failed message is retransmitted or times out; the socket stays open.
    socket.on('error', () => undefined);
  }

  /** @throws Error when the port is in use */
  static async listen(
    host: string,
    port: number,
    addresses: LocalAddresses,
    events: TransportEvents,
  ): Promise<UdpTransport> {
    const socket = createSocket({
      type: 'udp4',
      // The default would look each address up, for each message.
      lookup: (address, _options, done) => done(null, address, 4),
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(port, host, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    try {
      socket.setRecvBufferSize(BUFFER_BYTES);
    } catch {
      // The kernel's own size stays.
    }
    return new UdpTransport(socket, addresses, events);
  }

  get port(): number {
    return this.#port;
  }

  async open({ address, port }: Target): Promise<Flow> {
    return this.#flow({ address, port }, await this.addresses.towards(address));
  }

  find({ address, port }: Target): Flow | undefined {
    const local = this.addresses.known(address);
    return local === undefined ? undefined : this.#flow({ address, port }, local);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.close(() => resolve());
    });
  }

  #onReceived(octets: string, remote: Endpoint): void {
    // Keep-alive packets of RFC 5626 and others.
    if (octets.length < 12) return;
    const local = this.addresses.known(remote.address);
    if (local !== undefined) {
      this.events.onReceived(octets, this.#flow(remote, local));
      return;
    }
    if (this.#waiting >= MAX_QUEUED_PACKETS) {
      this.events.onDropped('rate', remote.address);
      return;
    }
    this.#waiting++;
    void this.addresses.towards(remote.address).then((address) => {
      this.#waiting--;
      this.events.onReceived(octets, this.#flow(remote, address));
    });
  }

  #flow(remote: Endpoint, address: string): Flow {
    const { socket } = this;
    return {
      transport: 'udp',
      remote,
      local: { address, port: this.#port },
      inbound: false,
      open: true,
      isAdmitted: false,
      admit: () => undefined,
      send: (octets) => {
        try {
          socket.send(Buffer.from(octets, 'latin1'), remote.port, remote.address, () => undefined);
        } catch {
          // The socket is closed: the process ends.
        }
      },
      onClosed: () => () => undefined,
      close: () => undefined,
    };
  }
}
