import { parseVia, tagOf } from '../domain/header-values';
import { type SipRequest, type SipResponse, cseqOf } from '../domain/message';
import type { Flow } from '../domain/ports';
import { type ClientDeps, ClientTransaction, type ClientTransactionListener } from './client-transaction';
import { type ServerDeps, ServerTransaction } from './server-transaction';

const MAGIC = 'z9hG4bK';
/**
 * Server transactions other than INVITEs. They last 32 s over UDP; in a flood the oldest end early, and a request that
 * is repeated after that counts as a new one.
 */
const MAX_NON_INVITE = 4_000;

/** Finds transactions by their keys (RFC 3261 sections 17.1.3 and 17.2.3). */
export class TransactionLayer {
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  /** Requests outside dialogs, to detect merged requests (RFC 3261 section 8.2.2.2). */
  readonly #merged = new Map<string, ServerTransaction>();
  /** Oldest first. */
  readonly #nonInvite = new Set<ServerTransaction>();

  constructor(private readonly deps: ClientDeps & ServerDeps) {}

  get size(): number {
    return this.#clients.size + this.#servers.size;
  }

  start(request: SipRequest, flow: Flow, user: ClientTransactionListener): ClientTransaction {
    const key = `${branchOf(request)}\n${request.method}`;
    const transaction = new ClientTransaction(this.deps, request, flow, user, () => {
      if (this.#clients.get(key) === transaction) this.#clients.delete(key);
    });
    this.#clients.set(key, transaction);
    transaction.begin();
    return transaction;
  }

  clientOf(response: SipResponse): ClientTransaction | undefined {
    return this.#clients.get(`${branchOf(response)}\n${cseqOf(response)?.method ?? ''}`);
  }

  /** The transaction of an INVITE of ours still runs. */
  hasInvite(branch: string): boolean {
    return this.#clients.has(`${branch}\nINVITE`);
  }

  serverOf(request: SipRequest): ServerTransaction | undefined {
    const isAck = request.method === 'ACK';
    const transaction = this.#servers.get(serverKey(request, isAck ? 'INVITE' : request.method));
    // The ACK of a 2xx belongs to the session (RFC 6026 section 7.1), also with the branch of its INVITE.
    return isAck && transaction?.isAccepted ? undefined : transaction;
  }

  serve(request: SipRequest, flow: Flow): ServerTransaction {
    const key = serverKey(request, request.method);
    const merged = mergeKey(request);
    const transaction = new ServerTransaction(this.deps, request, flow, () => {
      this.#servers.delete(key);
      if (this.#merged.get(merged) === transaction) this.#merged.delete(merged);
      this.#nonInvite.delete(transaction);
    });
    if (request.method !== 'INVITE') this.#nonInvite.add(transaction);
    for (const oldest of this.#nonInvite) {
      if (this.#nonInvite.size <= MAX_NON_INVITE) break;
      oldest.abandon();
    }
    this.#servers.set(key, transaction);
    if (tagOf(request.headers.get('to')) === null && !this.#merged.has(merged)) {
      this.#merged.set(merged, transaction);
    }
    return transaction;
  }

  /** The same request came before on another path, and its transaction still runs. */
  isMerged(request: SipRequest): boolean {
    return tagOf(request.headers.get('to')) === null && this.#merged.has(mergeKey(request));
  }

  /** Matches branch and sent-by, never the Call-ID. */
  canceledBy(cancel: SipRequest): ServerTransaction | undefined {
    return this.#servers.get(serverKey(cancel, 'INVITE'));
  }

  abandon(): void {
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.abandon();
  }
}

function branchOf({ headers }: SipRequest | SipResponse): string {
  return parseVia(headers.list('via')[0] ?? '')?.params.get('branch') ?? '';
}

function serverKey(request: SipRequest, method: string): string {
  const { headers } = request;
  const via = parseVia(headers.list('via')[0] ?? '');
  const branch = via?.params.get('branch') ?? '';
  const sentBy = `${via?.host ?? ''}:${via?.port ?? ''}`;
  if (branch.startsWith(MAGIC) && branch.length > MAGIC.length) return `${branch}\n${sentBy}\n${method}`;
  // RFC 2543: the headers that an INVITE, its ACK and CANCEL share.
  const callId = headers.get('call-id') ?? '';
  const fromTag = tagOf(headers.get('from')) ?? '';
  return `2543\n${callId}\n${fromTag}\n${cseqOf(request)?.number ?? 0}\n${sentBy}\n${branch}\n${method}`;
}

function mergeKey({ headers }: SipRequest): string {
  return `${headers.get('call-id') ?? ''}\n${tagOf(headers.get('from')) ?? ''}\n${headers.get('cseq') ?? ''}`;
}
