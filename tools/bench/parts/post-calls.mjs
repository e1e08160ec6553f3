import { callBody, compare, costsOfRequest, postsOf, startBaseline } from '../server-load.mjs';
import { load } from '../load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** POST /calls, 16 connections, each request with an Idempotency-Key. */
export default {
  name: 'post-calls',
  work: 'POST /calls, c=16',
  against: 'bare Nest + Express + ValidationPipe + one INSERT of the same row',
  goal: 'ratio ≥ 0.50',
  reached: ({ ratio }) => ratio.median >= 0.5,
  guard: ({ ratio }) => ratio.median,
  costs: costsOfRequest,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      // No line: what is queued waits, so that only the requests are measured.
      const account = await driver.account({ keys: quick ? 60 : 400, lines: 0 });
      const server = await driver.service();
      const post = postsOf(account.agentId, BenchDriver.keysInTurn(account.keys));
      let sent = 0;
      const plain = () => ({
        path: '/calls',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(callBody(account.agentId, sent++)),
      });
      await load(server.origin, { connections: 1, seconds: 10, count: 1, request: post });
      const [row] = await driver.sql('SELECT * FROM calls LIMIT 1');
      const bare = await startBaseline(driver, row);
      return await compare(driver, {
        quick,
        service: { server, options: { connections: 16, request: post } },
        baseline: { server: bare, options: { connections: 16, request: plain } },
      });
    } finally {
      await driver.stop();
    }
  },
};
