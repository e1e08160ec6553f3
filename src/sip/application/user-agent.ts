import type { DialogRecord, InviteRecord } from '../domain/dialog';
import { Headers } from '../domain/headers';
import type { Flow, Runtime, Target, Transport, TransportName } from '../domain/ports';
import type { TargetHealth } from '../domain/target-health';
import type { CallHandlers, CallOptions } from './call-outcome';
import { Core, type RequestOutcome } from './core';
import { Dispatcher } from './dispatcher';
import type { IncomingCall } from './incoming-call';
import { KeepAlive, type KeepAliveOptions } from './keep-alive';
import type { LookUp } from './next-hop';
import { OutgoingCall } from './outgoing-call';
import { type RegisterOptions, Registration } from './registration';
import { Registrar } from './registrar/registrar';
import type { CoreHooks, PeerSettings, UserAgentSettings } from './settings';
import { UnexpectedResponses } from './unexpected-responses';

/** More than the requests that an earlier process may have sent after it stored the dialog. */
const ORPHAN_CSEQ_STEP = 1_000;

export interface UserAgentHooks extends CoreHooks {
  /** 100 has been sent already. */
  readonly incoming?: (call: IncomingCall) => void;
}

export interface UserAgentOptions {
  readonly runtime: Runtime;
  readonly settings: UserAgentSettings;
  readonly hooks: UserAgentHooks;
  readonly transports: Readonly<Record<TransportName, Transport>>;
  readonly lookUp: LookUp;
}

/** A SIP user agent for calls and registrations with many peers, over the same sockets. */
export class UserAgent {
  readonly #core: Core;
  readonly #unexpected: UnexpectedResponses;
  readonly #dispatcher: Dispatcher;
  /** Phones register with it. */
  readonly registrar: Registrar;

  constructor({ runtime, settings, hooks, transports, lookUp }: UserAgentOptions) {
    this.#core = new Core(runtime, settings, hooks, transports, lookUp);
    this.#unexpected = new UnexpectedResponses(this.#core);
    this.registrar = new Registrar(this.#core);
    this.#core.attach(this.registrar);
    const { incoming } = hooks;
    this.#dispatcher = new Dispatcher(this.#core, this.#unexpected, this.registrar, incoming);
  }

  get health(): TargetHealth {
    return this.#core.health;
  }

  get load(): { readonly transactions: number; readonly sessions: number } {
    return { transactions: this.#core.layer.size, sessions: this.#core.sessions.size };
  }

  /** May send requests outside dialogs. */
  knows(address: string): boolean {
    return this.#core.knows(address);
  }

  onReceived(octets: string, flow: Flow): void {
    this.#dispatcher.onReceived(octets, flow);
  }

  /** Calls no handler before it returns. Rings without a limit: the caller cancels in time. */
  call(options: CallOptions, handlers: CallHandlers): OutgoingCall {
    return new OutgoingCall(this.#core, this.#unexpected, options, handlers);
  }

  register(options: RegisterOptions): Registration {
    return new Registration(this.#core, options);
  }

  keepAlive(options: KeepAliveOptions): KeepAlive {
    const { uri, peer } = options;
    return new KeepAlive(this.#core, options, (target) => this.request('OPTIONS', { target, uri, peer }));
  }

  /** Outside a dialog, with From and To `uri`: OPTIONS, or a REGISTER without Contact (a query). Never rejects. */
  request(
    method: 'OPTIONS' | 'REGISTER',
    { target, uri, requestUri = uri, peer }: OneRequest,
  ): Promise<RequestOutcome> {
    const core = this.#core;
    const callId = core.runtime.randomHex(16);
    const tag = core.newTag();
    let cseq = 0;
    const make = () => ({
      kind: 'request' as const,
      method,
      uri: requestUri,
      headers: new Headers([
        ['max-forwards', '70'],
        ['from', `<${uri}>;tag=${tag}`],
        ['to', `<${uri}>`],
        ['call-id', callId],
        ['cseq', `${++cseq} ${method}`],
        ['accept', 'application/sdp'],
      ]),
      body: '',
    });
    return core.request(make, { target, peer, ...(method === 'OPTIONS' ? { contact: '' } : {}) });
  }

  /**
   * Answers late responses to an INVITE of an earlier process with CANCEL, or ACK and BYE, for 10 minutes. A call of
   * this process cancels its INVITE itself: none before a provisional response (RFC 3261, 9.1), and once.
   */
  cancelOrphan(invite: InviteRecord, peer: PeerSettings): void {
    if (this.#core.layer.hasInvite(invite.branch)) return;
    this.#unexpected.remember(invite, peer);
    void this.#unexpected.cancel(invite);
  }

  /**
   * Hangs up a call of an earlier process. Its last CSeq may be newer than the record's. Never rejects.
   */
  byeOrphan(dialog: DialogRecord, peer: PeerSettings): Promise<RequestOutcome> {
    return this.#unexpected.bye(dialog, peer, ORPHAN_CSEQ_STEP);
  }

  /** New INVITEs and OPTIONS get 503 with Retry-After: 10; existing calls continue. */
  drain(): void {
    this.#dispatcher.draining = true;
  }

  /** Sends nothing: sessions are not hung up. */
  async close(): Promise<void> {
    this.#core.abandon();
    await Promise.all(Object.values(this.#core.transports).map((transport) => transport.close()));
  }
}

export interface OneRequest {
  readonly target: Target;
  readonly uri: string;
  readonly requestUri?: string;
  readonly peer: PeerSettings;
}
