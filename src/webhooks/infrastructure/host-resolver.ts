import { readFile } from 'node:fs/promises';
import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { parseAddress } from '../domain/ip-address';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Of one question to one name server; a second try gets twice as long. */
const QUESTION_MS = 2_000;
const TRIES = 2;

/** When one family has answered, the other gets this much longer: many name servers never answer for IPv6. */
const OTHER_FAMILY_MS = 500;

/**
 * Addresses of names: from the hosts file, else from DNS.
 *
 * Not `dns.lookup`: it blocks one of few threads, so that a customer's silent name server would keep everybody's deliveries
 * and files waiting. These questions take no thread.
 */
@Injectable()
export class HostResolver {
  /** Name servers instead of the system's, for tests. */
  servers: readonly string[] = [];

  /** Every address of a name; none when it does not resolve. */
  async resolve(name: string): Promise<string[]> {
    const known = await addressesInHosts(name);
    return known.length > 0 ? known : askDns(name, this.servers);
  }
}

async function addressesInHosts(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return names.some((other) => other.toLowerCase() === name) && parseAddress(address) ? [address] : [];
  });
}

async function askDns(name: string, servers: readonly string[]): Promise<string[]> {
  // One for each look-up: it follows changes of resolv.conf, and `cancel` ends its questions and no others.
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const patience = new AbortController();
  const answers = [resolver.resolve4(name), resolver.resolve6(name)].map((answer) =>
    answer.catch((): string[] => []),
  );
  try {
    const found = Promise.all(answers);
    const first = await Promise.race(answers.map(nonEmpty).concat(found.then((both) => both.flat())));
    if (first.length > 0)
      await Promise.race([found, wait(OTHER_FAMILY_MS, null, { signal: patience.signal })]);
    resolver.cancel();
    return (await found).flat();
  } finally {
    patience.abort();
  }
}

/** Settles only for an answer that has addresses. */
function nonEmpty(answer: Promise<string[]>): Promise<string[]> {
  return answer.then((addresses) =>
    addresses.length > 0 ? addresses : new Promise<string[]>(() => undefined),
  );
}
