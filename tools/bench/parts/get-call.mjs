import { callBody, compare, costsOfRequest, startBaseline } from '../server-load.mjs';
import { load } from '../load.mjs';
import { BenchStage } from '../stage.mjs';

/** GET /calls/{id} of calls that are over, 16 connections. */
export default {
  name: 'get-call',
  work: 'GET /calls/{id}, c=16',
  against: 'bare Nest + Express + one SELECT by key',
  goal: 'ratio ≥ 0.60',
  reached: ({ ratio }) => ratio.median >= 0.6,
  guard: ({ ratio }) => ratio.median,
  costs: costsOfRequest,
  async run({ quick }) {
    const stage = await BenchStage.start();
    try {
      const account = await stage.account({ keys: quick ? 300 : 2_000, lines: 100 });
      const server = await stage.service();
      const headers = { 'x-api-key': account.keys[0], 'content-type': 'application/json' };
      let sent = 0;
      await load(server.origin, {
        connections: 4,
        seconds: 60,
        count: 200,
        request: () => {
          const body = callBody(account.agentId, sent++);
          const phone_number = `${body.phone_number.slice(0, 9)}0002`.replace(
            '+9198000',
            `+9198${100 + sent}`,
          );
          return {
            path: '/v1/calls',
            method: 'POST',
            headers,
            body: JSON.stringify({ ...body, phone_number }),
          };
        },
      });
      await stage.until(`SELECT count(*) >= 200 AS done FROM calls WHERE finished_at IS NOT NULL`);
      const ids = (await stage.sql('SELECT id FROM calls')).map(({ id }) => id);
      const [row] = await stage.sql('SELECT * FROM calls LIMIT 1');
      const baselineServer = await startBaseline(stage, row);
      await stage.sql('INSERT INTO bench_calls SELECT * FROM calls');
      // The first key has queued the calls.
      const key = BenchStage.keysInTurn(account.keys.slice(1));
      let at = 0;
      const read = () => ({
        path: `/v1/calls/${ids[at++ % ids.length]}`,
        method: 'GET',
        headers: { 'x-api-key': key() },
      });
      const plain = () => ({ path: `/calls/${ids[at++ % ids.length]}`, method: 'GET' });
      return await compare(stage, {
        quick,
        service: { server, options: { connections: 16, request: read } },
        baseline: { server: baselineServer, options: { connections: 16, request: plain } },
      });
    } finally {
      await stage.stop();
    }
  },
};
