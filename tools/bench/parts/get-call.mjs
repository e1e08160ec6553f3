import { compare, costsOfRequest, readsOf, startBaseline } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

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
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: quick ? 300 : 2_000, lines: 100 });
      const server = await driver.service();
      const read = await readsOf(driver, server, account);
      const ids = (await driver.sql('SELECT id FROM calls')).map(({ id }) => id);
      const [row] = await driver.sql('SELECT * FROM calls LIMIT 1');
      const baselineServer = await startBaseline(driver, row);
      await driver.sql('INSERT INTO bench_calls SELECT * FROM calls');
      let at = 0;
      const plain = () => ({ path: `/calls/${ids[at++ % ids.length]}`, method: 'GET' });
      return await compare(driver, {
        quick,
        service: { server, options: { connections: 16, request: read } },
        baseline: { server: baselineServer, options: { connections: 16, request: plain } },
      });
    } finally {
      await driver.stop();
    }
  },
};
