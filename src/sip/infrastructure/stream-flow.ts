import type { Socket } from 'node:net';
import { StreamFramer } from '../domain/framing';
import type { Cancel, Endpoint, Flow, TlsSettings, TransportEvents } from '../domain/ports';

export interface StreamLimits {
  /** The limit from a message's first octet to its end, and for the first message on an inbound connection. */
  readonly wholeMs: number;
  /** Replaces `wholeMs` where the peer is neither known nor admitted. */
  readonly strangerMs: number;
  readonly idleMs: number;
  /** Beyond it the far side does not read, and the connection is closed. */
  readonly maxQueuedOctets: number;
}

export const STREAM_LIMITS: StreamLimits = {
  wholeMs: 30_000,
  strangerMs: 5_000,
  idleMs: 600_000,
  maxQueuedOctets: 262_144,
};

export interface StreamFlowOptions {
  readonly transport: 'tcp' | 'tls';
  readonly remote: Endpoint;
  readonly local: Endpoint;
  readonly inbound: boolean;
  readonly tls?: TlsSettings;
  readonly onAdmitted: () => void;
}

/** A connection over TCP or TLS, from when it is established. */
export class StreamFlow implements Flow {
  readonly transport: 'tcp' | 'tls';
  readonly remote: Endpoint;
  readonly local: Endpoint;
  readonly inbound: boolean;
  readonly tls?: TlsSettings;
  readonly #framer = new StreamFramer();
  readonly #closed = new Set<() => void>();
  readonly #onAdmitted: () => void;
  #open = true;
  #isAdmitted = false;
  #deadline: NodeJS.Timeout | null = null;

  constructor(
    private readonly socket: Socket,
    parts: StreamFlowOptions,
    private readonly events: TransportEvents,
    private readonly limits: StreamLimits,
  ) {
    this.transport = parts.transport;
    this.remote = parts.remote;
    this.local = parts.local;
    this.inbound = parts.inbound;
    this.#onAdmitted = parts.onAdmitted;
    if (parts.tls !== undefined) this.tls = parts.tls;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.setTimeout(limits.idleMs, () => this.close());
    socket.on('data', (chunk) => this.#read(chunk.toString('latin1')));
    socket.on('error', () => this.close());
    socket.on('close', () => this.close());
    if (this.inbound) this.#arm();
  }

  get open(): boolean {
    return this.#open;
  }

  get isAdmitted(): boolean {
    return this.#isAdmitted;
  }

  admit(): void {
    if (this.#isAdmitted) return;
    this.#isAdmitted = true;
    this.#onAdmitted();
  }

  send(octets: string): void {
    if (!this.#open) return;
    if (this.socket.writableLength + octets.length > this.limits.maxQueuedOctets) this.close();
    else this.socket.write(octets, 'latin1');
  }

  onClosed(listener: () => void): Cancel {
    if (this.#open) {
      this.#closed.add(listener);
      return () => this.#closed.delete(listener);
    }
    let canceled = false;
    queueMicrotask(() => {
      if (!canceled) listener();
    });
    return () => {
      canceled = true;
    };
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#disarm();
    this.socket.destroy();
    for (const listener of [...this.#closed]) listener();
    this.#closed.clear();
  }

  #read(chunk: string): void {
    try {
      for (const frame of this.#framer.push(chunk)) {
        if ('ping' in frame) this.send('\r\n');
        else {
          this.#disarm();
          this.events.onReceived(frame.message, this);
        }
      }
    } catch {
      this.events.onDropped('oversize', this.remote.address);
      this.close();
    }
    if (this.#open && this.#framer.pending) this.#arm();
  }

  #arm(): void {
    const { wholeMs, strangerMs } = this.limits;
    const isStranger = this.inbound && !this.#isAdmitted && !this.events.isKnown(this.remote.address);
    this.#deadline ??= setTimeout(
      () => {
        this.events.onDropped('slow', this.remote.address);
        this.close();
      },
      isStranger ? strangerMs : wholeMs,
    );
  }

  #disarm(): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
  }
}
