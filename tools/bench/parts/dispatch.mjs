import { cpus } from 'node:os';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { cpuSeconds, postgresCpuSeconds } from '../../lib/process-figures.mjs';
import { spread } from '../load.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const WINDOWS = 5;

/**
 * Calls that workers finish in a second, to numbers that are busy at once, everything from the hold to the event: minimum,
 * median and maximum of five windows, and the CPU milliseconds of a call.
 */
export async function callsPerSecond(driver, workers, seconds, environment = {}) {
  const servers = [];
  for (let at = 0; at < workers; at++) servers.push(await driver.service({ ROLE: 'worker', ...environment }));
  const start = await driver.finishedCalls();
  for (let waited = 0; (await driver.finishedCalls()) < start + 1_000; waited++) {
    if (waited === 600) throw new Error('a minute went by without the first thousand calls');
    await pause(100);
  }
  // The instant before the count: it counts what was committed then, and its own cost is not in the figure before it.
  const look = async () => ({
    at: performance.now(),
    node: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgres: postgresCpuSeconds(driver.postmaster()),
    calls: await driver.finishedCalls(),
  });
  const looks = [await look()];
  for (let at = 0; at < WINDOWS; at++) {
    await pause((seconds * 1_000) / WINDOWS);
    looks.push(await look());
  }
  await Promise.all(servers.map(({ stop }) => stop()));
  const rates = looks.slice(1).map((now, at) => {
    const before = looks[at];
    return round(((now.calls - before.calls) * 1_000) / (now.at - before.at));
  });
  const [first, last] = [looks[0], looks[WINDOWS]];
  const calls = last.calls - first.calls;
  return {
    perSecond: spread(rates),
    mean: round((calls * 1_000) / (last.at - first.at)),
    nodeCpuMs: round(((last.node - first.node) * 1_000) / calls),
    postgresCpuMs: round(((last.postgres - first.postgres) * 1_000) / calls),
    busyCores: round(
      ((last.node - first.node + last.postgres - first.postgres) * 1_000) / (last.at - first.at),
    ),
  };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether the workers and their PostgreSQL had all of the machine: then another worker can add nothing. */
export const coresAreFull = ({ busyCores }) => busyCores >= 0.95 * cpus().length;

/** One worker with 20 accounts, with 1,000 accounts and a million calls behind, and two workers. */
export default {
  name: 'dispatch',
  work: 'Dispatch to an instant carrier, one worker; with 1 million due in 1,000 accounts; two workers',
  against: '–; one worker, before and after; one worker',
  goal: '≥ 300 calls a second; ≥ 0.9 of it; ≥ 1.6 ×, or no core left for the second',
  reached: ({ one, two, backlogRatio, twoRatio }) =>
    one.perSecond.median >= 300 && backlogRatio >= 0.9 && (twoRatio >= 1.6 || coresAreFull(two)),
  costs: ({ one }) => ({
    nodeCpuMs: one.nodeCpuMs,
    postgresCpuMs: one.postgresCpuMs,
    callMs: 1_000 / one.mean,
  }),
  async run({ quick }) {
    const seconds = quick ? 5 : 20;
    const driver = await BenchDriver.start();
    try {
      const few = await manyAccounts(driver, 20);
      await addBacklog(driver, few, quick ? 1_000 : 4_000);
      await driver.settle();
      const one = await callsPerSecond(driver, 1, seconds);
      await addBacklog(driver, few, quick ? 1_000 : 4_000, 10_000);
      const two = await callsPerSecond(driver, 2, seconds);
      await driver.sql(`DELETE FROM calls WHERE status = 'queued'`);
      const many = await manyAccounts(driver, quick ? 50 : 1_000);
      await addBacklog(driver, many, quick ? 400 : 1_000, 200_000);
      await driver.settle();
      const backlog = await callsPerSecond(driver, 1, seconds);
      await driver.sql(`DELETE FROM calls WHERE status = 'queued'`);
      await addBacklog(driver, few, quick ? 1_000 : 4_000, 20_000);
      await driver.settle();
      // A shared machine's speed drifts in these minutes: what is compared was measured before and after.
      const oneAgain = await callsPerSecond(driver, 1, seconds);
      return {
        one,
        two,
        backlog,
        oneAgain,
        backlogRatio: round(
          (2 * backlog.perSecond.median) / (one.perSecond.median + oneAgain.perSecond.median),
        ),
        twoRatio: round(two.perSecond.median / one.perSecond.median),
      };
    } finally {
      await driver.stop();
    }
  },
};
