import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** What happens to datagrams, each way. Shares are from 0 to 1. */
export interface Weather {
  readonly loss: number;
  /** Some come twice. */
  readonly doubles: number;
  /** Each takes a time between these; so some overtake others. */
  readonly delayMs: readonly [least: number, most: number];
  readonly seed: number;
}

/** Where a side of the call is, and where the other side believes it to be. The two texts are equally long. */
export interface Place {
  readonly real: string;
  readonly seen: string;
}

/**
 * A bad network between two addresses of this machine, for SIP over UDP and its RTP. Each side has an address of this
 * network for the other; addresses in SIP messages are changed accordingly, as a NAT with an ALG does, so that
 * nothing bypasses it.
 */
export class LossyNetwork {
  readonly #sockets = new Map<string, Promise<Socket>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #seed: number;
  #closed = false;
  lost = 0;
  doubled = 0;
  overtaken = 0;

  constructor(
    private readonly places: readonly [Place, Place],
    private readonly weather: Weather,
  ) {
    this.#seed = weather.seed;
  }

  /** Lets datagrams to this port of the first place through: where its calls come in. */
  async open(port: number): Promise<void> {
    await this.#socket(this.places[0], port);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of await Promise.all(this.#sockets.values())) socket.close();
  }

  /** The socket that stands for a port of a place, and so gets what is sent there. */
  #socket(place: Place, port: number): Promise<Socket> {
    const key = `${place.seen}:${port}`;
    const known = this.#sockets.get(key);
    if (known) return known;
    const opened = (async () => {
      const socket = createSocket('udp4').bind(port, place.seen);
      await once(socket, 'listening');
      const [first, second] = this.places;
      const sender = place === first ? second : first;
      socket.on('message', (bytes, { address, port: from }) => {
        if (address === sender.real) void this.#carry(bytes, sender, from, place, port);
      });
      return socket;
    })();
    this.#sockets.set(key, opened);
    return opened;
  }

  async #carry(bytes: Buffer, sender: Place, from: number, receiver: Place, to: number): Promise<void> {
    const [least, most] = this.weather.delayMs;
    const copies = this.#chance(this.weather.loss) ? 0 : this.#chance(this.weather.doubles) ? 2 : 1;
    if (copies === 0) this.lost += 1;
    if (copies === 2) this.doubled += 1;
    if (copies === 0) return;
    const changed = await this.#changed(bytes, sender, receiver);
    const out = await this.#socket(sender, from);
    let due = -1;
    for (let copy = 0; copy < copies; copy++) {
      const delay = least + this.#random() * (most - least);
      if (performance.now() + delay < due) this.overtaken += 1;
      due = performance.now() + delay;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (!this.#closed) out.send(changed, to, receiver.real);
      }, delay);
      this.#timers.add(timer);
    }
  }

  /** A SIP message with the receiver's addresses; its ports are opened. */
  async #changed(bytes: Buffer, sender: Place, receiver: Place): Promise<Buffer> {
    const text = bytes.toString('latin1');
    if (!text.includes('SIP/2.0')) return bytes;
    const media = /^m=audio (\d+)/m.exec(text)?.[1];
    if (media !== undefined) {
      await Promise.all([this.#socket(sender, Number(media)), this.#socket(sender, Number(media) + 1)]);
    }
    const changed = text.replaceAll(sender.real, sender.seen).replaceAll(receiver.seen, receiver.real);
    return Buffer.from(changed, 'latin1');
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #random(): number {
    this.#seed = (this.#seed * 48_271) % 0x7fff_ffff;
    return this.#seed / 0x7fff_ffff;
  }
}
