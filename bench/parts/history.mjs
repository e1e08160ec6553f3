import { addBacklog } from '../lib/backlog.mjs';
import { addHistory } from '../lib/history.mjs';
import { spread } from '../lib/load.mjs';
import { callBody, measure, round } from '../lib/server-load.mjs';
import { Stage } from '../lib/stage.mjs';
import { callsPerSecond } from './dispatch.mjs';

const RUNS = 5;

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
      const account = await stage.account({ keys: 400, lines: 200, ...settings });
      const poster = await stage.account({ keys: 200, lines: 0 });
      const sizes = quick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000, 5_000_000];
      const [postKey, getKey] = [Stage.keysInTurn(poster.keys), Stage.keysInTurn(account.keys)];
      const seconds = quick ? 1 : 3;
      let [there, sent] = [0, 0];
      const runs = [];
      for (const size of sizes) {
        await addHistory(stage, account, size - there, there);
        there = size;
        const server = await stage.service({ ROLE: 'api' });
        const headers = { 'content-type': 'application/json' };
        const post = () => ({
          path: '/v1/calls',
          method: 'POST',
          headers: { ...headers, 'x-api-key': postKey() },
          body: JSON.stringify(callBody(poster.agentId, sent++)),
        });
        const get = () => ({
          path: `/v1/calls/call_0${String(Math.floor(Math.random() * there)).padStart(24, '0')}`,
          method: 'GET',
          headers: { 'x-api-key': getKey() },
        });
        const costs = async (request) => {
          await measure(stage, server, { connections: 8, seconds, request });
          const all = [];
          for (let at = 0; at < RUNS; at++) {
            all.push(cost(await measure(stage, server, { connections: 8, seconds, request })));
          }
          return spread(all).median;
        };
        await stage.settle();
        const [postMs, getMs] = [await costs(post), await costs(get)];
        await server.stop();
        await addBacklog(stage, [account], quick ? 6_000 : 30_000, 1_000_000 * (runs.length + 1));
        await stage.settle();
        const dispatch = await callsPerSecond(stage, 1, seconds * RUNS);
        await stage.sql(`DELETE FROM calls WHERE status = 'queued' AND account_id = $1`, [account.id]);
        runs.push({ calls: size, postMs, getMs, dispatchMs: cost(dispatch) });
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
