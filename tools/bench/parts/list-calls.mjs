import { addHistory } from '../history.mjs';
import { load, percentile, spread } from '../load.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const LIMIT = 100;
const PAGE = 10_000;

/** Every filter of GET /calls, with the condition that it stands for. */
const filters = (agentId) => ({
  none: ['', 'true'],
  batch_id: ['batch_id=batch_40', `batch_id = 'batch_40'`],
  external_id: ['external_id=lead-777', `external_id = 'lead-777'`],
  status: ['status=failed', `status = 'failed'`],
  agent_id: [`agent_id=${agentId}`, `agent_id = '${agentId}'`],
  phone_number: ['phone_number=%2B917700000777', `phone_number = '+917700000777'`],
  test: ['test=true', 'test'],
  created: ['created_after=2020-01-01T00:00:00Z', `created_at > '2020-01-01'`],
  ended: ['ended_after=2020-01-01T00:00:00Z', `ended_at > '2020-01-01'`],
});

/** GET /calls?limit=100 over a million calls of one account: page 1 and page 10,000 (or the last of the filter). */
export default {
  name: 'list-calls',
  work: 'GET /calls?limit=100 over 1 million calls, each filter: page 10,000 and page 1',
  against: 'each other',
  goal: 'p95 ratio ≤ 1.2',
  reached: ({ worst }) => worst <= 1.2,
  guard: ({ worst }) => 1 / worst,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 80, lines: 0 });
      const total = quick ? 50_000 : 1_000_000;
      await addHistory(driver, account, total);
      // So that these filters, too, have thousands of pages: else their first page is their last.
      await driver.sql(
        `UPDATE calls SET external_id = 'lead-777', phone_number = '+917700000777' WHERE hashtext(id) % 5 = 0`,
      );
      await driver.settle();
      const server = await driver.service({ ROLE: 'api' });
      const p95s = p95sInTurn(server, BenchDriver.keysInTurn(account.keys));
      await p95s([`limit=${LIMIT}`], quick ? 100 : 500);
      const runs = [];
      for (const [name, [filter, condition]] of Object.entries(filters(account.agentId))) {
        const cursor = await beforeTheDeepest(driver, condition);
        const first = [`limit=${LIMIT}`, filter].filter(Boolean).join('&');
        const deep = cursor === undefined ? first : `${first}&starting_after=${cursor}`;
        runs.push({ filter: name, ...(await compare(p95s, [first, deep], quick)) });
      }
      return { worst: Math.max(...runs.map(({ ratio }) => ratio)), runs };
    } finally {
      await driver.stop();
    }
  },
};

/** Measures the 95th percentile of each query. In turn: what else the machine does meets all of them. */
function p95sInTurn(server, key) {
  return async (queries, rounds) => {
    let sent = 0;
    const { latencies } = await load(server.origin, {
      connections: 1,
      seconds: 600,
      count: rounds * queries.length,
      request: () => ({
        path: `/v1/calls?${queries[sent++ % queries.length]}`,
        method: 'GET',
        headers: { 'x-api-key': key() },
      }),
    });
    const ofQuery = (at) => latencies.filter((_, n) => n % queries.length === at);
    return queries.map((_, at) => round(percentile(ofQuery(at), 0.95)));
  };
}

/** The first page beside the deep one: medians of the rounds. */
async function compare(p95s, pages, quick) {
  await p95s(pages, 20);
  const rounds = [];
  for (let at = 0; at < (quick ? 1 : 5); at++) {
    const [firstMs, deepMs] = await p95s(pages, quick ? 40 : 100);
    rounds.push({ firstMs, deepMs, ratio: round(deepMs / firstMs) });
  }
  const middle = (name) => spread(rounds.map((one) => one[name])).median;
  return { firstMs: middle('firstMs'), deepMs: middle('deepMs'), ratio: middle('ratio') };
}

/** The call before page 10,000 of a filter, or before its last page; none when it has one page. */
async function beforeTheDeepest(driver, condition) {
  const [{ count }] = await driver.sql(`SELECT count(*)::integer AS count FROM calls WHERE ${condition}`);
  const offset = Math.min(PAGE * LIMIT - LIMIT, count - LIMIT) - 1;
  if (offset < 0) return undefined;
  const [row] = await driver.sql(
    `SELECT id FROM calls WHERE ${condition} ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
    [offset],
  );
  return row.id;
}
