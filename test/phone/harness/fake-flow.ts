import type { Flow, TransportName } from '../../../src/sip/domain/ports';
import { LOCAL } from './sip-texts';

/** A way between the user agent and an address; a closed one sends nothing. */
export class FakeFlow implements Flow {
  open = true;
  isAdmitted = false;
  readonly local;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly network: { outgoing(octets: string, flow: FakeFlow): void },
    readonly transport: TransportName,
    readonly remote: { address: string; port: number },
    readonly inbound = false,
  ) {
    this.local = { address: LOCAL, port: 5060 };
  }

  send(octets: string): void {
    if (this.open) this.network.outgoing(octets, this);
  }

  admit(): void {
    this.isAdmitted = true;
  }

  onClosed(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.transport === 'udp' || !this.open) return;
    this.open = false;
    for (const listener of [...this.#listeners]) listener();
  }
}
