import { withTimeout } from '../../platform/kernel/time/timeout';
import {
  type ResolvedHop,
  type Target,
  type TlsSettings,
  type TransportName,
  Unreachable,
} from '../domain/ports';
import { type SrvRecord, orderSrv } from '../domain/srv';
import { isIpv4, parseAuthority } from '../domain/uri';
import { ShortMemory } from '../../platform/kernel/collections/short-memory';

export interface Dns {
  /** @throws Error when there are none */
  srv(name: string): Promise<SrvRecord[]>;
  /** Only IPv4, also from the hosts file. @throws Error when there are none */
  addresses(name: string): Promise<string[]>;
  /** The addresses of a server that an operator set. The name may need the system's search domains. */
  serverAddresses(name: string): Promise<string[]>;
}

const SERVICES: Record<TransportName, string> = { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' };
const PORTS: Record<TransportName, number> = { udp: 5060, tcp: 5060, tls: 5061 };

/** Failed lookups are cached for less time. */
const CACHE_TTL_MS = 30_000;
const LOOKUP_TIMEOUT_MS = 4_000;
/** A host with addresses, such as one of the hosts file, does not wait longer for SRV: an ACK may wait for it. */
const SRV_GRACE_MS = 1_000;
const MAX_CACHED = 1_000;
const MAX_TARGETS = 32;

const DEFAULT_TLS: Omit<TlsSettings, 'serverName'> = { verify: true, ca: null };

export interface Server {
  /** `host` or `host:port`. Without a port, SRV is looked up; without SRV the port is 5060 (TLS 5061). */
  readonly server: string;
  readonly transport: TransportName;
  /** Absent: verified, by the machine's own authorities. */
  readonly tls?: Omit<TlsSettings, 'serverName'>;
}

/** Resolves the operator's names to targets (RFC 3263, without NAPTR: the transport is given). */
export class Resolver {
  readonly #cache = new ShortMemory<readonly SrvRecord[]>(MAX_CACHED);

  constructor(
    private readonly random: () => number,
    private readonly now: () => number,
    private readonly source: Dns,
  ) {}

  /**
   * The targets in the order of the servers; within SRV by priority and, at random, by weight. Skips names that do not
   * resolve. Never rejects.
   */
  async targets(servers: readonly Server[]): Promise<Target[]> {
    const all = await Promise.all(servers.map((server) => this.#targetsOf(server).catch(() => [])));
    return all.flat().slice(0, MAX_TARGETS);
  }

  /** At most 32 addresses. @throws Unreachable when the host has no IPv4 address */
  async lookUp(host: string): Promise<readonly string[]> {
    const addresses = await this.#addresses(host, 'addresses');
    if (addresses.length === 0) throw new Unreachable('resolve', 'the name has no IPv4 address');
    return addresses.slice(0, MAX_TARGETS);
  }

  /**
   * The servers of a host in a URI without a port, by SRV of the transport, else its addresses. With null, its addresses.
   * @throws Unreachable when there is none
   */
  async locate(host: string, transport: TransportName | null): Promise<readonly ResolvedHop[]> {
    const searched = transport === null || isIpv4(host) ? Promise.resolve([]) : this.#srv(host, transport);
    const own = await this.lookUp(host).catch(() => []);
    const records = await (own.length > 0 ? withTimeout(SRV_GRACE_MS, searched, () => []) : searched);
    const found = await Promise.all(
      records.slice(0, MAX_TARGETS).map(async ({ name, port }) => {
        const addresses = await this.lookUp(name).catch(() => []);
        return addresses.map((address) => ({ address, port }));
      }),
    );
    const hops = records.length > 0 ? found.flat() : own.map((address) => ({ address, port: null }));
    if (hops.length === 0) throw new Unreachable('resolve', 'the name has no IPv4 address');
    return hops.slice(0, MAX_TARGETS);
  }

  async #targetsOf({ server, transport, tls = DEFAULT_TLS }: Server): Promise<Target[]> {
    const authority = parseAuthority(server);
    if (authority === null) return [];
    const { host, port } = authority;
    const records = await this.#records(host, port, transport);
    const targets = await Promise.all(
      records.map(async (record) => {
        const addresses = await this.#addresses(record.name, 'serverAddresses').catch(() => []);
        return addresses.map((address) => ({ transport, address, port: record.port }));
      }),
    );
    // The certificate must match the configured name, not the one that DNS resolved it to (RFC 5922).
    const named = { ...tls, serverName: host };
    return targets.flat().map((target) => (transport === 'tls' ? { ...target, tls: named } : target));
  }

  async #records(host: string, port: number | null, transport: TransportName): Promise<SrvRecord[]> {
    const itself = { name: host, port: port ?? PORTS[transport], priority: 0, weight: 0 };
    if (port !== null || isIpv4(host)) return [itself];
    const found = await this.#srv(host, transport);
    return found.length > 0 ? found : [itself];
  }

  /** In the order of use; empty without records. */
  async #srv(host: string, transport: TransportName): Promise<SrvRecord[]> {
    const found = await this.#remember(`srv ${transport} ${host}`, () =>
      this.source.srv(`${SERVICES[transport]}.${host}`),
    ).catch(() => []);
    return orderSrv(found, this.random);
  }

  async #addresses(host: string, query: 'addresses' | 'serverAddresses'): Promise<string[]> {
    if (isIpv4(host)) return [host];
    const records = await this.#remember(`${query} ${host}`, async () => {
      const addresses = await this.source[query](host);
      return addresses.filter(isIpv4).map((name) => ({ name, port: 0, priority: 0, weight: 0 }));
    });
    return records.map(({ name }) => name);
  }

  #remember(key: string, query: () => Promise<SrvRecord[]>): Promise<readonly SrvRecord[]> {
    return this.#cache.of(key, this.now(), CACHE_TTL_MS, () =>
      withTimeout(LOOKUP_TIMEOUT_MS, query(), () => {
        throw new Unreachable('resolve', 'no answer of DNS within 4 s');
      }),
    );
  }
}
