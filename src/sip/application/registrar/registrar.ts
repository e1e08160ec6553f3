import { type Binding, isSame, registerWish } from '../../domain/bindings';
import { parseNameAddr } from '../../domain/header-values';
import { type HeaderField, Headers } from '../../domain/headers';
import { type SipRequest, responseTo } from '../../domain/message';
import type { DropReason, Flow, Target } from '../../domain/ports';
import { escapeUser, parseUri, withoutHeaders } from '../../domain/uri';
import { ContactWatch } from './contact-watch';
import type { Core, RequestOutcome } from '../core';
import { DigestChallenger, type DigestVerdict } from './digest-challenger';
import { RateLimit } from '../limits';
import { type RegistrarEntry, type RegistrarUser, RegistrarUsers } from './registrar-users';
import type { ServerTransaction } from '../server-transaction';

/** REGISTER, by address. */
const REGISTER_LIMIT = { perSecond: 10, burst: 10 } as const;

/** Registers phones by password, and lets them call (RFC 3261 section 10.3). Without users it does nothing. */
export class Registrar {
  readonly #users: RegistrarUsers;
  readonly #limit: RateLimit;
  readonly #challenger: DigestChallenger;
  readonly #watch: ContactWatch;
  readonly #followed = new WeakSet<Flow>();

  constructor(private readonly core: Core) {
    this.#users = new RegistrarUsers(core.runtime);
    this.#limit = new RateLimit(() => core.runtime.timers.now(), REGISTER_LIMIT);
    this.#challenger = new DigestChallenger(core.runtime);
    this.#watch = new ContactWatch(core, {
      ping: (id, binding) => this.#ping(id, binding),
      isCurrent: (id, { uri, flow }) =>
        this.bindingsOf(id).some((one) => one.uri === uri && one.flow === flow),
    });
  }

  /** Contacts of users that remain stay, unless their password or name is another. */
  setUsers(users: readonly RegistrarUser[]): void {
    for (const id of this.#users.set(users)) this.#challenger.guard.forget(id);
  }

  /** An address from which any user may register. */
  accepts(address: string): boolean {
    return this.#users.accepts(address);
  }

  /** Newest first. */
  bindingsOf(id: string): readonly Binding[] {
    return this.#users.bindingsOf(id);
  }

  /** Phones to ring, newest first: without those that have been silent. */
  targetsOf(id: string): Target[] {
    const reachable = this.bindingsOf(id).filter((binding) => this.#watch.isReachable(binding));
    return reachable.map(({ uri, flow: { transport, remote } }) => ({
      transport,
      ...remote,
      registered: { contact: withoutHeaders(uri), user: id },
    }));
  }

  flowTo(id: string, contact: string): Flow | undefined {
    const bindings = this.bindingsOf(id);
    const own = bindings.find(({ uri }) => withoutHeaders(uri) === withoutHeaders(contact));
    // The Contact of a new connection may name another port.
    return own?.flow ?? (bindings.length === 1 ? bindings[0]?.flow : undefined);
  }

  isReachable(id: string): boolean {
    return this.bindingsOf(id).some((binding) => this.#watch.isReachable(binding));
  }

  /** Where a user's last password came from, if it was wrong; null: it was right, or none came. */
  refusedFrom(id: string): string | null {
    return this.#challenger.guard.refusedFrom(id);
  }

  /** Checked before a request costs anything. Flows that a user registered by go on. */
  dropReason(request: SipRequest, flow: Flow): DropReason | null {
    const { method } = request;
    const { address } = flow.remote;
    if (method !== 'REGISTER' && method !== 'INVITE') {
      const isCancel = method === 'CANCEL' && this.core.layer.canceledBy(request) !== undefined;
      return !isCancel && this.isBlocked(flow) ? 'password' : null;
    }
    if (!this.#isOurs(request, flow)) return null;
    const { guard } = this.#challenger;
    const user = this.#users.findClaimed(request, flow);
    if (user === null || !this.#users.hasFlow(user.id, flow)) {
      if (guard.isBlocked(address)) return 'password';
      if (user !== null && !guard.accepts(user.id, address)) return 'password';
    }
    return method === 'REGISTER' && !this.#limit.consume(address) ? 'rate' : null;
  }

  /** Too many wrong passwords came from the address, where no peer is known by it. */
  isBlocked(flow: Flow): boolean {
    const { address } = flow.remote;
    if (!this.#challenger.guard.isBlocked(address) || this.core.hooks.known(address)) return false;
    return this.#users.byFlow(flow) === null;
  }

  /** Sends the response to a REGISTER. */
  register(request: SipRequest, transaction: ServerTransaction): void {
    const { status, headers = [], reason } = this.#registerResponse(request, transaction.flow);
    const parts = { tag: this.core.newTag(), headers, ...(reason === undefined ? {} : { reason }) };
    transaction.respond(responseTo(request, status, parts));
  }

  /**
   * The verdict on a new INVITE; null: it comes from a peer that is identified by its address, not from a registered
   * user.
   */
  authenticate(request: SipRequest, flow: Flow): DigestVerdict | null {
    return this.#isOurs(request, flow) ? this.#check(request, flow) : null;
  }

  /** Headers of a 401 to a call that belongs to a user, and whose INVITE named none. */
  challengeFor(id: string, address: string): readonly HeaderField[] {
    const user = this.#users.get(id)?.user;
    return user ? this.#challenger.challenge(address, user).headers : [];
  }

  close(): void {
    this.#watch.stop();
  }

  #registerResponse(request: SipRequest, flow: Flow): RegisterResponse {
    if (!isSipAddress(request.headers.get('to'))) return { status: 400, reason: 'To is no SIP address' };
    const required = request.headers.list('require');
    if (required.length > 0) return { status: 420, headers: [['unsupported', required.join(', ')]] };
    const verdict = this.#check(request, flow);
    if (verdict.kind === 'refused') return verdict;
    const wish = registerWish(request);
    if (wish.kind === 'refused') return wish;
    const entry = this.#users.get(verdict.user);
    if (!entry) return { status: 403 };
    const before = entry.bindings.current;
    if (!entry.bindings.apply(wish, request, flow)) {
      return { status: 500, reason: 'The last request was newer' };
    }
    this.#onRegistered(entry, flow);
    this.#followMoves(entry, before);
    return { status: 200, headers: entry.bindings.contacts.map((contact) => ['contact', contact] as const) };
  }

  #check(request: SipRequest, flow: Flow): DigestVerdict {
    const user = this.#users.findClaimed(request, flow);
    return this.#challenger.check(request, flow.remote.address, user, user ?? this.#users.decoy(request));
  }

  #onRegistered({ user: { id }, bindings }: RegistrarEntry, flow: Flow): void {
    this.#challenger.guard.recordRegistration(flow.remote.address, id);
    this.#users.follow(id, flow);
    this.#watch.follow(id, bindings.current);
    if (flow.transport !== 'udp' && !this.#followed.has(flow)) {
      this.#followed.add(flow);
      flow.onClosed(() => {
        for (const entry of this.#users.all) entry.bindings.remove((one) => one.flow === flow);
      });
    }
  }

  /** Our requests in a call go to where its phone registered last, also while its former flow is open. */
  #followMoves({ user, bindings }: RegistrarEntry, before: readonly Binding[]): void {
    for (const { uri, instance, flow: to } of bindings.current) {
      const from = before.find((binding) => isSame(binding, { uri, instance }))?.flow;
      if (from === undefined || from === to) continue;
      for (const session of this.core.sessions.values()) session.onPhoneMoved?.({ user: user.id, from, to });
    }
  }

  /** A peer by address sends other names, from flows that no phone registered by. */
  #isOurs(request: SipRequest, flow: Flow): boolean {
    const { address } = flow.remote;
    if (this.#users.isEmpty || !this.accepts(address)) return false;
    if (request.method === 'REGISTER' || !this.core.hooks.known(address)) return true;
    return this.#users.findNamed(request) !== null || this.#users.byFlow(flow) !== null;
  }

  #ping(id: string, binding: Binding): Promise<RequestOutcome> {
    const { core } = this;
    const user = this.#users.get(id)?.user;
    if (!user) return Promise.resolve(core.unreachable(new Error('the user was removed')));
    const uri = `sip:${escapeUser(user.username)}@${user.realm}`;
    const headers = new Headers([
      ['max-forwards', '70'],
      ['from', `<${uri}>;tag=${core.newTag()}`],
      ['to', `<${uri}>`],
      ['call-id', core.runtime.randomHex(16)],
      ['cseq', '1 OPTIONS'],
      ['accept', 'application/sdp'],
    ]);
    const { transport, remote } = binding.flow;
    const contact = withoutHeaders(binding.uri);
    const target = { transport, ...remote, registered: { contact, user: id } };
    return core.request(
      () => ({ kind: 'request', method: 'OPTIONS', uri: contact, headers, body: '' }),
      { target, peer: { ...(user.peer.name !== undefined && { name: user.peer.name }) }, contact: '' },
      binding.flow,
    );
  }
}

/** RFC 3261 section 10.2. */
function isSipAddress(value = ''): boolean {
  return parseUri(parseNameAddr(value)?.uri ?? '') !== null;
}

interface RegisterResponse {
  readonly status: number;
  readonly headers?: readonly HeaderField[];
  readonly reason?: string;
}
