import type { Socket } from 'node:net';
import { BoundedBySource, type SourceLimits } from '../../platform/kernel/bounded-by-source';
import type { Endpoint, TransportEvents } from '../domain/ports';

/** Limits of known sources; further connections are refused. */
const KNOWN_LIMITS: SourceLimits = { perSource: 100, total: 5_000 };
/** Limits of other sources that carry our dialogs and requests; further ones count as strangers. */
const PEER_LIMITS: SourceLimits = { perSource: 10, total: 1_000 };
/** Limits of all other sources; the oldest connection is closed for a new one. */
const STRANGER_LIMITS: SourceLimits = { perSource: 10, total: 500 };

/** Limits inbound connections by source. Each kind of source has its own limit. */
export class InboundConnections {
  readonly #known = new SourceCounter(KNOWN_LIMITS);
  readonly #peers = new SourceCounter(PEER_LIMITS);
  readonly #strangers = new BoundedBySource<Socket>(STRANGER_LIMITS);
  readonly #byRemote = new Map<string, Socket>();

  constructor(private readonly events: TransportEvents) {}

  accept(socket: Socket): boolean {
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined) return false;
    if (!this.events.isKnown(address)) {
      this.#acceptStranger(socket, { address, port });
      return true;
    }
    if (this.#known.add(socket, address)) return true;
    this.events.onDropped('connections', address);
    return false;
  }

  admit(remote: Endpoint): void {
    const socket = this.#byRemote.get(keyOf(remote));
    if (socket === undefined || !this.#peers.add(socket, remote.address)) return;
    this.#byRemote.delete(keyOf(remote));
    this.#strangers.remove(socket);
  }

  #acceptStranger(socket: Socket, remote: Endpoint): void {
    const key = keyOf(remote);
    this.#byRemote.set(key, socket);
    socket.once('close', () => {
      if (this.#byRemote.get(key) === socket) this.#byRemote.delete(key);
      this.#strangers.remove(socket);
    });
    const oldest = this.#strangers.add(socket, remote.address);
    if (oldest === null) return;
    this.events.onDropped('connections', oldest.remoteAddress ?? remote.address);
    oldest.destroy();
  }
}

class SourceCounter {
  readonly #bySource = new Map<string, number>();
  #total = 0;

  constructor(private readonly limits: SourceLimits) {}

  add(socket: Socket, source: string): boolean {
    const count = this.#bySource.get(source) ?? 0;
    if (count >= this.limits.perSource || this.#total >= this.limits.total) return false;
    this.#bySource.set(source, count + 1);
    this.#total++;
    socket.once('close', () => {
      this.#total--;
      const left = (this.#bySource.get(source) ?? 1) - 1;
      if (left > 0) this.#bySource.set(source, left);
      else this.#bySource.delete(source);
    });
    return true;
  }
}

function keyOf({ address, port }: Endpoint): string {
  return `${address}:${port}`;
}
