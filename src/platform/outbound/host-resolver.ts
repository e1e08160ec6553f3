import { readFile } from 'node:fs/promises';
import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';
import { addressesInHosts, HOSTS_FILE } from '../kernel/network/hosts-file';
import { withTimeout } from '../kernel/time/timeout';

/** The limit of one query to one name server; a retry gets twice as long. */
const QUERY_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 2;

/** The wait for the second address family once the first has responded: many name servers never respond for IPv6. */
const OTHER_FAMILY_WAIT_MS = 500;

/** Resolves names by the hosts file, then DNS, without `dns.lookup`, which blocks a thread of libuv's pool. */
@Injectable()
export class HostResolver {
  servers: readonly string[] = [];

  async resolve(name: string): Promise<string[]> {
    const known = addressesInHosts(await readFile(HOSTS_FILE, 'utf8').catch(() => ''), name);
    return known.length > 0 ? known : queryDns(name, this.servers);
  }
}

async function queryDns(name: string, servers: readonly string[]): Promise<string[]> {
  // Follows changes of resolv.conf, and `cancel` ends only its own queries.
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: MAX_ATTEMPTS });
  if (servers.length > 0) resolver.setServers(servers);
  const answers = [resolver.resolve4(name), resolver.resolve6(name)].map((answer) =>
    answer.catch((): string[] => []),
  );
  const found = Promise.all(answers);
  const first = await Promise.race(answers.map(nonEmpty).concat(found.then((both) => both.flat())));
  if (first.length > 0) await withTimeout(OTHER_FAMILY_WAIT_MS, found, () => undefined);
  resolver.cancel();
  return (await found).flat();
}

function nonEmpty(answer: Promise<string[]>): Promise<string[]> {
  return answer.then((addresses) =>
    addresses.length > 0 ? addresses : new Promise<string[]>(() => undefined),
  );
}
