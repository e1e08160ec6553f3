import { type Binding, Bindings } from '../../domain/bindings';
import { parseAnswer } from '../../domain/digest/digest-server';
import { parseNameAddr } from '../../domain/header-values';
import type { SipRequest } from '../../domain/message';
import { inNetworks, Networks } from '../../domain/networks';
import type { Flow, Runtime, TransportName } from '../../domain/ports';
import { targetKey } from '../../domain/target-health';
import { parseUri, plainUser } from '../../domain/uri';
import type { DigestUser } from './digest-challenger';
import type { PeerSettings } from '../settings';
import { RecentMap } from '../../../platform/kernel/collections/recent-map';

/** A user whose phones register here. */
export interface RegistrarUser extends DigestUser {
  /** null: all. */
  readonly transport: TransportName | null;
  /** CIDR. */
  readonly allow: readonly string[];
  readonly peer: PeerSettings;
}

export interface RegistrarEntry {
  readonly user: RegistrarUser;
  readonly bindings: Bindings;
}

type Shown = Pick<DigestUser, 'realm' | 'algorithms'>;

const NOBODY: Shown = { realm: 'aics', algorithms: ['MD5'] };
/** The limit of phones that changed their address and never returned. */
const MAX_FLOWS = 10_000;

/** The users of a registrar with their Contacts, found by name, by flow and by address. */
export class RegistrarUsers {
  #entries = new Map<string, RegistrarEntry>();
  #names = new Map<string, RegistrarEntry>();
  #networks = new Networks([]);
  /** User ids by the flow of a Contact. */
  readonly #flows = new RecentMap<string, string>(MAX_FLOWS);

  constructor(private readonly runtime: Pick<Runtime, 'timers' | 'hash'>) {}

  /** Contacts stay unless name or password is another. @returns the ids of users whose do not */
  set(users: readonly RegistrarUser[]): string[] {
    const before = this.#entries;
    const fresh: string[] = [];
    this.#entries = new Map(
      users.map((user) => {
        const known = before.get(user.id);
        const isSame = known?.user.password === user.password && known.user.username === user.username;
        if (!isSame) fresh.push(user.id);
        const bindings = known && isSame ? known.bindings : new Bindings(() => this.runtime.timers.now());
        return [user.id, { user, bindings }];
      }),
    );
    this.#names = new Map(
      [...this.#entries.values()].map((entry) => [entry.user.username.toLowerCase(), entry]),
    );
    this.#networks = new Networks([...new Set(users.flatMap(({ allow }) => allow))]);
    return [...fresh, ...[...before.keys()].filter((id) => !this.#entries.has(id))];
  }

  get all(): Iterable<RegistrarEntry> {
    return this.#entries.values();
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  get(id: string): RegistrarEntry | undefined {
    return this.#entries.get(id);
  }

  bindingsOf(id: string): readonly Binding[] {
    return this.#entries.get(id)?.bindings.current ?? [];
  }

  accepts(address: string): boolean {
    return this.#networks.has(address);
  }

  follow(id: string, flow: Flow): void {
    this.#flows.set(keyOf(flow), id);
  }

  hasFlow(id: string, flow: Flow): boolean {
    const key = keyOf(flow);
    return this.bindingsOf(id).some((binding) => keyOf(binding.flow) === key);
  }

  byFlow(flow: Flow): RegistrarUser | null {
    const last = this.#flows.get(keyOf(flow));
    if (last === undefined) return null;
    if (this.hasFlow(last, flow)) return this.#entries.get(last)?.user ?? null;
    this.#flows.delete(keyOf(flow));
    // Another user of an exchange may still be registered by the same flow.
    const other = [...this.#entries.values()].find(({ user }) => this.hasFlow(user.id, flow));
    if (other) this.follow(other.user.id, flow);
    return other?.user ?? null;
  }

  /** The user that a request names, whether it may come from there or not. */
  findNamed(request: SipRequest): RegistrarUser | null {
    const [entry] = namesIn(request).flatMap((name) => this.#names.get(name) ?? []);
    return entry?.user ?? null;
  }

  /** The user who sends a request by its own account; null: unknown, or not allowed from there. */
  findClaimed(request: SipRequest, flow: Flow): RegistrarUser | null {
    const user = this.findNamed(request) ?? (request.method === 'REGISTER' ? null : this.byFlow(flow));
    if (user === null || !inNetworks(flow.remote.address, user.allow)) return null;
    return user.transport === null || user.transport === flow.transport ? user : null;
  }

  /** An unknown name is challenged as one of the users, always the same. */
  decoy(request: SipRequest): Shown {
    const users = [...this.#entries.values()];
    const digest = this.runtime.hash('MD5', namesIn(request)[0] ?? '');
    return users[Number.parseInt(digest.slice(0, 8), 16) % users.length]?.user ?? NOBODY;
  }
}

/** The names in lower case: To of a REGISTER, else the digest, since From may be a number, then From. */
function namesIn({ headers, method }: SipRequest): string[] {
  const isRegister = method === 'REGISTER';
  const answers = isRegister ? [] : headers.lines('authorization').map(parseAnswer);
  const uri = parseNameAddr(headers.get(isRegister ? 'to' : 'from') ?? '')?.uri ?? '';
  const user = parseUri(uri)?.user ?? null;
  const names = [...answers.map((answer) => answer?.username ?? ''), user === null ? '' : plainUser(user)];
  return names.filter((name) => name !== '').map((name) => name.toLowerCase());
}

function keyOf({ transport, remote }: Flow): string {
  return targetKey({ transport, ...remote });
}
