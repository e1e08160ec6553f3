import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { residentMb } from '../../lib/process-figures.mjs';
import { spread } from '../load.mjs';
import { round } from '../server-load.mjs';
import { READY } from '../../lib/service-driver.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** The whole service with its embedded PostgreSQL, started on data that are there; memory without PostgreSQL. */
export default {
  name: 'start',
  work: 'Start to ready with data; memory at rest, PostgreSQL not counted; memory after many calls',
  against: '–; –; after 10,000 calls',
  goal: '≤ 3 s; ≤ 150 MB; ≤ 1.2 ×',
  reached: ({ readyMs, restMb, growth }) => readyMs.median <= 3_000 && restMb <= 150 && growth <= 1.2,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-bench-'));
    try {
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir };
      const starts = [];
      let restMb = 0;
      for (let at = 0; at < (quick ? 3 : 6); at++) {
        const { pid, readyMs, stop } = await driver.spawn([driver.main], env, READY);
        if (at > 0) starts.push(round(readyMs));
        await new Promise((resolve) => setTimeout(resolve, quick ? 1_000 : 10_000));
        restMb = round(residentMb(pid));
        await stop();
      }
      return { readyMs: spread(starts), restMb, ...(await memoryAsItWorks(driver, quick)) };
    } finally {
      await driver.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** Resident memory of one process after many calls, against what it was after the first. */
async function memoryAsItWorks(driver, quick) {
  const [few, many] = quick ? [500, 1_500] : [10_000, 1_000_000];
  const accounts = await manyAccounts(driver, 20);
  await addBacklog(driver, accounts, Math.ceil(many / 20));
  const worker = await driver.service({ ROLE: 'worker' });
  const after = async (calls) => {
    while ((await driver.finishedCalls()) < calls) await new Promise((resolve) => setTimeout(resolve, 1_000));
    return round(residentMb(worker.pid));
  };
  const [afterFewMb, afterManyMb] = [await after(few), await after(Math.floor(many * 0.98))];
  await worker.stop();
  return { calls: [few, many], afterFewMb, afterManyMb, growth: round(afterManyMb / afterFewMb) };
}
