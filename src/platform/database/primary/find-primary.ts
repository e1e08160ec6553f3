import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../../startup-error';
import type { Endpoint } from '../access/endpoint';
import { HostProbe } from './host-probe';

const SEARCH_TIMEOUT_MS = 30_000;
const SEARCH_INTERVAL_MS = 1_000;

/**
 * Lets the endpoint use the host that accepts writes. With one host there is nothing to choose.
 * @param name of the variable
 * @throws StartupError when no host accepts writes within 30 s
 */
export async function findPrimary(endpoint: Endpoint, name: string): Promise<void> {
  if (endpoint.urls.length === 1) return;
  const probes = endpoint.urls.map((url) => new HostProbe(url));
  try {
    for (const begin = performance.now(); ;) {
      const answers = await Promise.all(probes.map((probe) => probe.read()));
      const timelines = answers.map((answer) => (answer?.isStandby === false ? (answer.timeline ?? 0) : -1));
      const newest = Math.max(...timelines);
      if (newest >= 0) {
        endpoint.use(timelines.indexOf(newest));
        return;
      }
      if (performance.now() - begin > SEARCH_TIMEOUT_MS) throw noneAcceptsWrites(name, answers);
      await wait(SEARCH_INTERVAL_MS);
    }
  } finally {
    for (const probe of probes) probe.close();
  }
}

function noneAcceptsWrites(name: string, answers: readonly unknown[]): StartupError {
  const standbys = answers.filter((answer) => answer !== null).length;
  return new StartupError(
    `${name}: none of the ${answers.length} hosts accepts writes (${standbys} are standbys, the others do not answer): start or promote one.`,
  );
}
