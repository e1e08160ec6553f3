import type { SipMessage, SipRequest, SipResponse } from '../domain/message';
import type { Flow } from '../domain/ports';
import { Transaction, type TransactionSettings } from '../domain/transaction';
import { INVITE_SERVER, NON_INVITE_SERVER } from '../domain/transaction-tables';

export interface ServerDeps extends Omit<TransactionSettings, 'reliable'> {
  send(message: SipMessage, flow: Flow): void;
}

/** Runs a request of the far side until the response has arrived for certain. Responses go to the request's source. */
export class ServerTransaction {
  readonly #machine: Transaction;
  readonly #unsubscribe: () => void;
  #last: SipResponse | null = null;

  constructor(
    deps: ServerDeps,
    readonly request: SipRequest,
    readonly flow: Flow,
    onEnded: () => void,
  ) {
    const table = request.method === 'INVITE' ? INVITE_SERVER : NON_INVITE_SERVER;
    this.#machine = new Transaction(
      table,
      { ...deps, reliable: flow.transport !== 'udp' },
      (action) => {
        if (action === 'send' && this.#last) deps.send(this.#last, this.flow);
      },
      () => {
        this.#unsubscribe();
        onEnded();
      },
    );
    this.#unsubscribe = flow.onClosed(() => this.#machine.handle('error'));
    this.#machine.begin();
  }

  get pending(): boolean {
    return this.#machine.state === 'proceeding' || this.#machine.state === 'trying';
  }

  /** A 2xx was sent. */
  get isAccepted(): boolean {
    return this.#machine.state === 'accepted';
  }

  /** Ignored after a final response; a 2xx to an INVITE may be repeated until the ACK. */
  respond(response: SipResponse): void {
    const before = this.#last;
    this.#last = response;
    const event = response.status < 200 ? '1xx' : response.status < 300 ? '2xx' : '3xx+';
    if (!this.#machine.handle(event)) this.#last = before;
  }

  /** A retransmission, or the ACK to a response other than 2xx. */
  receive(request: SipRequest): void {
    this.#machine.handle(request.method === 'ACK' ? 'ack' : 'request');
  }

  abandon(): void {
    this.#machine.abandon();
  }
}
