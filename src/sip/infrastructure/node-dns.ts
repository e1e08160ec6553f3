import { promises as dns } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { addressesInHosts, HOSTS_FILE } from '../../platform/kernel/network/hosts-file';
import type { SrvRecord } from '../domain/srv';
import { isIpv4 } from '../domain/uri';
import type { Dns } from './resolver';

/** The limit of the first query to a name server. The second has twice this time; both end before LOOKUP_TIMEOUT_MS. */
const QUERY_TIMEOUT_MS = 1_300;
const MAX_ATTEMPTS = 2;

/** Queries DNS without threads: `dns.lookup` occupies one of four, and the sender of a message chooses the name. */
export class NodeDns implements Dns {
  readonly #running = new Map<string, Promise<string[]>>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param servers replaces the system's name servers */
  constructor(private readonly servers: readonly string[] = []) {}

  srv(name: string): Promise<SrvRecord[]> {
    return this.#resolver().resolveSrv(name);
  }

  async addresses(name: string): Promise<string[]> {
    const hosts = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
    const known = addressesInHosts(hosts, name).filter(isIpv4);
    return known.length > 0 ? known : this.#resolver().resolve4(name);
  }

  serverAddresses(name: string): Promise<string[]> {
    return this.addresses(name).catch(() => this.#systemAddresses(name));
  }

  /** Uses search domains and mDNS. One name at a time, so at most one thread is busy. */
  #systemAddresses(name: string): Promise<string[]> {
    const running = this.#running.get(name);
    if (running !== undefined) return running;
    const found = this.#last.then(async () => {
      const addresses = await dns.lookup(name, { family: 4, all: true });
      return addresses.map(({ address }) => address);
    });
    this.#running.set(name, found);
    this.#last = found.catch(() => undefined).finally(() => this.#running.delete(name));
    return found;
  }

  /** Per query, so that changes of resolv.conf count. */
  #resolver(): dns.Resolver {
    const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: MAX_ATTEMPTS });
    if (this.servers.length > 0) resolver.setServers(this.servers);
    return resolver;
  }
}
