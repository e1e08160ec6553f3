import type { SipMessage, SipRequest, SipResponse } from '../domain/message';
import type { Flow, Target } from '../domain/ports';
import { responseTarget } from '../domain/response-target';
import { Transaction, type TransactionSettings } from '../domain/transaction';
import { INVITE_SERVER, NON_INVITE_SERVER } from '../domain/transaction-tables';

export interface ServerDeps extends Omit<TransactionSettings, 'reliable'> {
  send(message: SipMessage, flow: Flow): void;
  /** @throws Unreachable */
  open(target: Target): Promise<Flow>;
  /** A peer that is known by its address: connections to it may be opened. */
  isPeer(address: string): boolean;
}

/**
 * Runs a request of the far side until the response has arrived for certain. Responses go to the request's source, those
 * to an INVITE whose connection has closed by a new one.
 */
export class ServerTransaction {
  readonly #machine: Transaction;
  readonly #unsubscribe: () => void;
  #last: SipResponse | null = null;
  #responseFlow: Flow;

  constructor(
    private readonly deps: ServerDeps,
    readonly request: SipRequest,
    readonly flow: Flow,
    onEnded: () => void,
  ) {
    const table = request.method === 'INVITE' ? INVITE_SERVER : NON_INVITE_SERVER;
    this.#responseFlow = flow;
    this.#machine = new Transaction(
      table,
      { ...deps, reliable: flow.transport !== 'udp' },
      (action) => {
        if (action === 'send' && this.#last) this.#send(this.#last);
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

  #send(response: SipResponse): void {
    const { deps, request, flow } = this;
    if (this.#responseFlow.open) deps.send(response, this.#responseFlow);
    else if (request.method === 'INVITE' && deps.isPeer(flow.remote.address)) void this.#sendAnew(response);
  }

  /** RFC 3261 section 18.2.2. */
  async #sendAnew(response: SipResponse): Promise<void> {
    try {
      this.#responseFlow = await this.deps.open(responseTarget(this.request, this.flow));
    } catch {
      // A 2xx comes again; any other response is given up.
      return;
    }
    if (response === this.#last) this.deps.send(response, this.#responseFlow);
  }
}
