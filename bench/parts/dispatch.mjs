import { addBacklog, manyAccounts } from '../lib/backlog.mjs';
import { cpuSeconds, postgresCpuSeconds } from '../lib/cpu.mjs';
import { round } from '../lib/server-load.mjs';
import { Stage } from '../lib/stage.mjs';

/** Calls that workers finish in a second: to numbers that are busy at once, everything from the hold to the event. */
export async function callsPerSecond(stage, workers, seconds) {
  const servers = [];
  for (let at = 0; at < workers; at++) servers.push(await stage.service({ ROLE: 'worker' }));
  const finished = async () => {
    const [row] = await stage.sql(
      'SELECT count(*)::integer AS count FROM calls WHERE finished_at IS NOT NULL',
    );
    return row.count;
  };
  const start = await finished();
  await stage.until(`SELECT count(*) > ${start} + 200 AS done FROM calls WHERE finished_at IS NOT NULL`);
  const cpu = () => [
    servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgresCpuSeconds(stage.postmaster()),
  ];
  const [before, cpuBefore, began] = [await finished(), cpu(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const [after, cpuAfter, took] = [await finished(), cpu(), (performance.now() - began) / 1_000];
  await Promise.all(servers.map(({ stop }) => stop()));
  const calls = after - before;
  return {
    perSecond: round(calls / took),
    nodeCpuMs: round(((cpuAfter[0] - cpuBefore[0]) * 1_000) / calls),
    postgresCpuMs: round(((cpuAfter[1] - cpuBefore[1]) * 1_000) / calls),
  };
}

/** One worker with 20 accounts, with 1,000 accounts and a million calls behind, and two workers. */
export default {
  name: 'dispatch',
  work: 'Dispatch to an instant carrier, one worker; with 1 million due in 1,000 accounts; two workers',
  against: '–; the first; one worker',
  goal: '≥ 300 calls a second; ≥ 0.9 of it; ≥ 1.6 ×',
  reached: ({ one, backlogRatio, twoRatio }) =>
    one.perSecond >= 300 && backlogRatio >= 0.9 && twoRatio >= 1.6,
  guard: ({ one }) => 1 / (one.nodeCpuMs + one.postgresCpuMs),
  async run({ quick }) {
    const seconds = quick ? 5 : 20;
    const stage = await Stage.start();
    try {
      const few = await manyAccounts(stage, 20);
      await addBacklog(stage, few, quick ? 1_000 : 4_000);
      const one = await callsPerSecond(stage, 1, seconds);
      await addBacklog(stage, few, quick ? 1_000 : 4_000, 10_000);
      const two = await callsPerSecond(stage, 2, seconds);
      await stage.sql(`DELETE FROM calls WHERE status = 'queued'`);
      const many = await manyAccounts(stage, quick ? 50 : 1_000);
      await addBacklog(stage, many, quick ? 400 : 1_000, 200_000);
      const backlog = await callsPerSecond(stage, 1, seconds);
      return {
        one,
        two,
        backlog,
        backlogRatio: round(backlog.perSecond / one.perSecond),
        twoRatio: round(two.perSecond / one.perSecond),
      };
    } finally {
      await stage.stop();
    }
  },
};
