import { dialogKeyOf } from '../domain/dialog';
import type { HeaderField } from '../domain/headers';
import { parseVia, tagOf } from '../domain/header-values';
import {
  type Fault,
  type SipRequest,
  type SipResponse,
  cseqOf,
  parseMessage,
  responseTo,
} from '../domain/message';
import type { DropReason, Flow } from '../domain/ports';
import { stampVia } from '../domain/stamp-via';
import { targetKey } from '../domain/target-health';
import { CAPABILITIES, refusalOf } from '../domain/uas-rules';
import type { Core } from './core';
import type { DialogUser } from './dialog-user';
import { IncomingCall } from './incoming-call';
import { RateLimit } from './limits';
import type { DigestVerdict } from './registrar/digest-challenger';
import type { Registrar } from './registrar/registrar';
import { StatelessChallenges } from './registrar/stateless-challenges';
import type { ServerTransaction } from './server-transaction';
import type { UnexpectedResponses } from './unexpected-responses';

const DRAIN_RETRY_AFTER = '10';

type Respond = (status: number, headers?: readonly HeaderField[]) => void;

/** Passes each received message to its transaction, its dialog or a handler, or drops it. */
export class Dispatcher {
  draining = false;
  readonly #limit: RateLimit;
  readonly #calls = new WeakMap<ServerTransaction, IncomingCall>();
  readonly #challenges: StatelessChallenges;

  constructor(
    private readonly core: Core,
    private readonly unexpected: UnexpectedResponses,
    private readonly registrar: Registrar,
    private readonly incoming: ((call: IncomingCall) => void) | undefined,
  ) {
    this.#limit = new RateLimit(() => core.runtime.timers.now());
    this.#challenges = new StatelessChallenges(core);
  }

  onReceived(octets: string, flow: Flow): void {
    this.core.guard('a received message', () => {
      const { message, fault } = parseMessage(octets);
      if (message === null) this.#drop('malformed', flow);
      else if (message.kind === 'response') this.#response(message, fault, octets, flow);
      else this.#request(message, fault, octets, flow);
    });
  }

  #response(response: SipResponse, fault: Fault | null, octets: string, flow: Flow): void {
    const { core } = this;
    // A response with a second Via is not for us (RFC 3261 section 8.1.3.3).
    const [top, ...more] = response.headers.list('via');
    if (fault !== null || more.length > 0) {
      this.#drop('malformed', flow);
      return;
    }
    this.#recordReceived(flow);
    const callId = response.headers.get('call-id') ?? '';
    const branch = parseVia(top ?? '')?.params.get('branch') ?? '';
    const client = core.layer.clientOf(response);
    if (client?.remote.address === flow.remote.address) flow.admit();
    // Traced first, so that the trace shows it before our reaction.
    if (client !== undefined || this.unexpected.knows(callId, branch)) {
      core.trace('received', response, octets, flow);
    }
    if (client?.receive(response)) return;
    const { status } = response;
    const invite = cseqOf(response)?.method === 'INVITE' && status > 100 && status < 300;
    if (invite && this.unexpected.handle(callId, branch, response)) return;
    if (invite) core.spawn('a stray response', () => this.#stray(callId, branch, response, flow));
    else this.#drop('stray_response', flow);
  }

  /** The response may belong to an INVITE of an earlier process. */
  async #stray(callId: string, branch: string, response: SipResponse, flow: Flow): Promise<void> {
    const { core } = this;
    const { address } = flow.remote;
    // A server of a trunk may send no requests, and answers ours.
    const isPeer =
      core.knows(address) || core.health.known(targetKey({ transport: flow.transport, ...flow.remote }));
    const findOrphan = isPeer && this.#limit.consume(address) ? core.hooks.stray : undefined;
    const found = await findOrphan?.(callId, branch).catch(() => null);
    if (!found) {
      this.#drop('stray_response', flow);
      return;
    }
    this.unexpected.remember(found.invite, found.peer);
    this.unexpected.handle(callId, branch, response);
  }

  #request(request: SipRequest, fault: Fault | null, octets: string, flow: Flow): void {
    const { core } = this;
    stampVia(request, flow);
    const { address } = flow.remote;
    const session = core.sessions.get(dialogKeyOf(request));
    if (fault !== null) {
      const isServed = core.knows(address) && !this.registrar.isBlocked(flow);
      if (!isServed || request.method === 'ACK' || !request.headers.get('via')) this.#drop('malformed', flow);
      else if (!this.#limit.consume(address)) this.#drop('rate', flow);
      else core.send(responseTo(request, fault.status, { reason: fault.reason, tag: core.newTag() }), flow);
      return;
    }
    const transaction = core.layer.serverOf(request);
    if (transaction !== undefined) {
      core.trace('received', request, octets, flow);
      transaction.receive(request);
      return;
    }
    if (session !== undefined && request.method !== 'CANCEL') {
      this.#requestInDialog(session, request, octets, flow);
    } else if (!this.#isAdmitted(request, address)) this.#drop('unknown_source', flow);
    else if (request.method === 'ACK') this.#strayAck(request, flow);
    else if (!this.#limit.consume(address)) this.#drop('rate', flow);
    else {
      const reason = this.registrar.dropReason(request, flow);
      if (reason === null) this.#admit(request, octets, flow);
      else this.#drop(reason, flow);
    }
  }

  /** Waits for the lookup of the dialog's sources where the address is none of them. */
  #requestInDialog(session: DialogUser, request: SipRequest, octets: string, flow: Flow): void {
    const { core } = this;
    const isSource = (): boolean => session.isSource(flow.remote.address);
    const lookup = isSource() ? null : session.sourceLookup();
    if (lookup === null && !isSource()) this.#drop('unknown_source', flow);
    else if (!session.admits()) this.#drop('rate', flow);
    else if (lookup === null) this.#admit(request, octets, flow, session);
    else {
      core.spawn('a request that waited', async () => {
        await lookup;
        if (isSource()) this.#admit(request, octets, flow, session);
        else this.#drop('unknown_source', flow);
      });
    }
  }

  /** A CANCEL comes from the source of its INVITE (RFC 3261 section 9.1), or from another one of that peer. */
  #isAdmitted(request: SipRequest, address: string): boolean {
    const { layer, hooks } = this.core;
    const invite = request.method === 'CANCEL' ? layer.canceledBy(request) : undefined;
    const source = invite?.flow.remote.address;
    if (source === undefined) return this.core.knows(address);
    return source === address || (hooks.isSamePeer?.(source, address) ?? false);
  }

  #admit(request: SipRequest, octets: string, flow: Flow, session?: DialogUser): void {
    const { core } = this;
    flow.admit();
    this.#recordReceived(flow);
    core.trace('received', request, octets, flow);
    // After a wait for the sources, a retransmission follows its original here, too.
    const transaction = core.layer.serverOf(request);
    if (transaction !== undefined) transaction.receive(request);
    else if (session !== undefined && request.method === 'ACK') session.receiveAck(request);
    else this.#serve(request, flow);
  }

  #serve(request: SipRequest, flow: Flow): void {
    const { core, registrar } = this;
    const { method } = request;
    const isMerged = core.layer.isMerged(request);
    const session = core.sessions.get(dialogKeyOf(request));
    const refusal = method === 'CANCEL' ? null : refusalOf(request);
    const isOutside = session === undefined && tagOf(request.headers.get('to')) === null;
    const isCall = method === 'INVITE' && refusal === null && isOutside && !isMerged && !this.draining;
    const verdict = isCall ? registrar.authenticate(request, flow) : null;
    if (verdict?.kind === 'refused' && verdict.status === 401) {
      this.#challenges.send(request, flow, verdict);
      return;
    }
    const transaction = core.layer.serve(request, flow);
    const respond: Respond = (status, headers = []) =>
      transaction.respond(responseTo(request, status, { tag: core.newTag(), headers }));
    if (method === 'REGISTER' && registrar.accepts(flow.remote.address)) {
      if (this.draining) respond(503, [['retry-after', DRAIN_RETRY_AFTER]]);
      else registrar.register(request, transaction);
    } else if (method === 'CANCEL') this.#cancel(request, transaction);
    else if (refusal !== null) respond(refusal.status, refusal.headers);
    else if (session !== undefined) session.receive(request, transaction);
    else if (!isOutside) respond(481);
    else if (isMerged) respond(482);
    else this.#serveOutside(transaction, respond, verdict);
  }

  /** Serves a request outside of dialogs. */
  #serveOutside(transaction: ServerTransaction, respond: Respond, verdict: DigestVerdict | null): void {
    const { method } = transaction.request;
    if (method !== 'INVITE' && method !== 'OPTIONS') respond(481);
    else if (this.draining) respond(503, [['retry-after', DRAIN_RETRY_AFTER]]);
    else if (method === 'OPTIONS') respond(200, CAPABILITIES);
    else this.#invite(transaction, respond, verdict);
  }

  /** The response has the tag of those to the INVITE (RFC 3261 section 9.2). */
  #cancel(request: SipRequest, transaction: ServerTransaction): void {
    const { core } = this;
    const invite = core.layer.canceledBy(request);
    const call = invite && this.#calls.get(invite);
    const tag = call?.tag ?? core.newTag();
    transaction.respond(responseTo(request, invite === undefined ? 481 : 200, { tag }));
    call?.cancel();
  }

  #invite(transaction: ServerTransaction, respond: Respond, verdict: DigestVerdict | null): void {
    const { incoming } = this;
    if (incoming === undefined) {
      respond(480);
      return;
    }
    if (verdict?.kind === 'refused') {
      respond(verdict.status, verdict.headers);
      return;
    }
    const call = new IncomingCall(this.core, transaction, verdict?.user ?? null);
    this.#calls.set(transaction, call);
    this.core.guard('incoming', () => incoming(call));
  }

  #strayAck(ack: SipRequest, flow: Flow): void {
    if (!this.#challenges.isAcknowledgedBy(ack)) this.#drop('stray_ack', flow);
  }

  #recordReceived({ transport, remote }: Flow): void {
    const { health } = this.core;
    const key = targetKey({ transport, ...remote });
    if (health.known(key)) health.recordReceived(key);
  }

  #drop(reason: DropReason, flow: Flow): void {
    const { core } = this;
    const { address } = flow.remote;
    core.guard('onDropped', () => core.hooks.onDropped?.(reason, address));
    const isUnwanted = reason === 'stray_response' || !core.knows(address);
    if (flow.inbound && !flow.isAdmitted && isUnwanted) flow.close();
  }
}
