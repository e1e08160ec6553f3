import { addBacklog } from '../lib/backlog.mjs';
import { addHistory } from '../lib/history.mjs';
import { callBody, measure, round } from '../lib/server-load.mjs';
import { Stage } from '../lib/stage.mjs';
import { callsPerSecond } from './dispatch.mjs';

/** What a POST, a GET and a dispatch cost in CPU while the table of calls grows. */
export default {
  name: 'history',
  work: 'Cost as history grows: POST, GET, dispatch',
  against: 'at 10,000 calls',
  goal: '≤ 1.3 ×',
  reached: ({ worst }) => worst <= 1.3,
  guard: ({ worst }) => 1 / worst,
  async run({ quick }) {
    const stage = await Stage.start();
    try {
      const settings = { dailyPerNumber: 1_000_000, recallGapSeconds: 0 };
      const account = await stage.account({ keys: 150, lines: 200, ...settings });
      const poster = await stage.account({ keys: 150, lines: 0 });
      const sizes = quick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000, 5_000_000];
      let [there, sent] = [0, 0];
      const runs = [];
      for (const size of sizes) {
        await addHistory(stage, account, size - there, there);
        there = size;
        await stage.sql('VACUUM ANALYZE calls');
        const server = await stage.service({ ROLE: 'api' });
        const headers = { 'content-type': 'application/json' };
        const postKey = Stage.keysInTurn(poster.keys.slice(runs.length * 35));
        const post = await measure(stage, server, {
          connections: 8,
          seconds: quick ? 2 : 8,
          request: () => ({
            path: '/v1/calls',
            method: 'POST',
            headers: { ...headers, 'x-api-key': postKey() },
            body: JSON.stringify(callBody(poster.agentId, sent++)),
          }),
        });
        const getKey = Stage.keysInTurn(account.keys.slice(runs.length * 35));
        const get = await measure(stage, server, {
          connections: 8,
          seconds: quick ? 2 : 8,
          request: () => ({
            path: `/v1/calls/call_0${String(Math.floor(Math.random() * there)).padStart(24, '0')}`,
            method: 'GET',
            headers: { 'x-api-key': getKey() },
          }),
        });
        await server.stop();
        await addBacklog(stage, [account], quick ? 6_000 : 20_000, 1_000_000 * (runs.length + 1));
        const dispatch = await callsPerSecond(stage, 1, quick ? 2 : 8);
        await stage.sql(`DELETE FROM calls WHERE status = 'queued' AND account_id = $1`, [account.id]);
        runs.push({ calls: size, postMs: cost(post), getMs: cost(get), dispatchMs: cost(dispatch) });
      }
      const [first] = runs;
      const ratios = runs.flatMap((run) =>
        ['postMs', 'getMs', 'dispatchMs'].map((name) => round(run[name] / first[name])),
      );
      return { worst: Math.max(...ratios), runs };
    } finally {
      await stage.stop();
    }
  },
};

const cost = ({ nodeCpuMs, postgresCpuMs }) => round(nodeCpuMs + postgresCpuMs);
