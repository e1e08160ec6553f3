import { Headers } from '../domain/headers';
import { type SipMessage, type SipRequest, type SipResponse, cseqOf } from '../domain/message';
import { type Cancel, type Endpoint, type Flow, type Target, Unreachable } from '../domain/ports';
import { Transaction, type TransactionSettings } from '../domain/transaction';
import { INVITE_CLIENT, NON_INVITE_CLIENT, type TransactionAction } from '../domain/transaction-tables';

/** Either `timeout` or `onFailed` is called at most once, and neither after a final response. */
export interface ClientTransactionListener {
  /** Each provisional response, each 2xx to an INVITE (forks, too), the first other final one. */
  response(response: SipResponse): void;
  timeout(): void;
  onFailed(error: Unreachable): void;
}

export function withStatusListener(
  user: ClientTransactionListener,
  onStatus: (status: number) => void,
): ClientTransactionListener {
  return {
    response: (response) => {
      onStatus(response.status);
      user.response(response);
    },
    timeout: () => user.timeout(),
    onFailed: (error) => user.onFailed(error),
  };
}

export interface ClientDeps extends Omit<TransactionSettings, 'reliable'> {
  send(message: SipMessage, flow: Flow): void;
  /** @throws Unreachable */
  open(target: Target): Promise<Flow>;
  /** Whether nothing can have arrived on a connection since then. */
  isDead(flow: Flow, method: string, sentAtMs: number): boolean;
}

/** Runs a request of ours. */
export class ClientTransaction {
  readonly #machine: Transaction;
  readonly #unsubscribe: Cancel[] = [];
  #last: SipResponse | null = null;
  readonly #sentAtMs: number;
  #reopened = false;
  #over = false;

  constructor(
    private readonly deps: ClientDeps,
    readonly request: SipRequest,
    private flow: Flow,
    private readonly listener: ClientTransactionListener,
    onEnded: () => void,
  ) {
    this.#sentAtMs = deps.timers.now();
    const table = request.method === 'INVITE' ? INVITE_CLIENT : NON_INVITE_CLIENT;
    const settings = { ...deps, reliable: flow.transport !== 'udp' };
    this.#machine = new Transaction(
      table,
      settings,
      (action) => this.#act(action),
      () => {
        this.#over = true;
        for (const cancel of this.#unsubscribe) cancel();
        onEnded();
      },
    );
  }

  get remote(): Endpoint {
    return this.flow.remote;
  }

  begin(): void {
    this.#watch();
    this.#machine.begin();
  }

  receive(response: SipResponse): boolean {
    this.#last = response;
    return this.#machine.handle(response.status < 200 ? '1xx' : response.status < 300 ? '2xx' : '3xx+');
  }

  abandon(): void {
    this.#machine.abandon();
  }

  #act(action: TransactionAction): void {
    if (action === 'send') this.deps.send(this.request, this.flow);
    else if (action === 'ack' && this.#last) this.deps.send(ackOf(this.request, this.#last), this.flow);
    else if (action === 'pass' && this.#last) this.listener.response(this.#last);
    else if (action === 'timeout') this.#timeOut();
    else if (action === 'failed')
      this.listener.onFailed(new Unreachable('closed', 'the connection broke off'));
  }

  /** Without a close, TCP would repeat what is sent to a far side that has vanished for a quarter of an hour. */
  #timeOut(): void {
    this.listener.timeout();
    if (this.deps.isDead(this.flow, this.request.method, this.#sentAtMs)) this.flow.close();
  }

  #watch(): void {
    this.#unsubscribe.push(this.flow.onClosed(() => void this.#close()));
  }

  /** The far side may close a connection just before our request. Its branch identifies a duplicate on a new one. */
  async #close(): Promise<void> {
    if (this.#machine.state !== 'calling' && this.#machine.state !== 'trying') return;
    if (this.#reopened) {
      this.#machine.handle('error');
      return;
    }
    this.#reopened = true;
    try {
      const { transport, remote, tls } = this.flow;
      this.flow = await this.deps.open({ transport, ...remote, ...(tls && { tls }) });
      if (this.#over) return;
      this.#watch();
      this.deps.send(this.request, this.flow);
    } catch {
      this.#machine.handle('error');
    }
  }
}

/** RFC 3261 section 17.1.1.3. */
function ackOf(invite: SipRequest, response: SipResponse): SipRequest {
  const { headers } = invite;
  const own = new Headers([
    ['via', headers.list('via')[0] ?? ''],
    ['max-forwards', '70'],
    ...headers.lines('route').map((route) => ['route', route] as const),
    ['from', headers.get('from') ?? ''],
    ['to', response.headers.get('to') ?? ''],
    ['call-id', headers.get('call-id') ?? ''],
    ['cseq', `${cseqOf(invite)?.number ?? 1} ACK`],
  ]);
  return { kind: 'request', method: 'ACK', uri: invite.uri, headers: own, body: '' };
}
