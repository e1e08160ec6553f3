import { load, percentile, spread } from '../load.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const ROWS = 1_000;
/** What differs from row to row. */
const VARIES = ['id', 'phone_number', 'contact_name', 'external_id', 'variables', 'metadata'];

/** POST /batches of 1,000 rows, one after another. */
export default {
  name: 'post-batches',
  work: 'POST /batches of 1,000 rows',
  against: 'raw `unnest` of the same rows into the same table in one transaction',
  goal: 'ratio ≥ 0.30, p95 ≤ 700 ms',
  reached: ({ ratio, p95Ms }) => ratio.median >= 0.3 && p95Ms <= 700,
  guard: ({ ratio }) => ratio.median,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 4, lines: 0 });
      const server = await driver.service();
      const key = BenchDriver.keysInTurn(account.keys);
      const batches = new Batches(account.agentId);
      const request = () => batches.request(key());
      await load(server.origin, { connections: 1, seconds: 60, count: 10, request });
      // As autovacuum does within a minute.
      await driver.sql('ANALYZE calls');
      const raw = await rawInsert(driver, batches);
      await raw();
      const runs = [];
      for (let at = 0; at < (quick ? 5 : 20); at++) {
        const { latencies } = await load(server.origin, { connections: 1, seconds: 60, count: 1, request });
        const rawMs = await raw();
        runs.push({
          serviceMs: round(latencies[0]),
          rawMs: round(rawMs),
          ratio: round(rawMs / latencies[0], 3),
        });
      }
      return {
        ratio: spread(runs.map(({ ratio }) => ratio)),
        p95Ms: percentile(
          runs.map(({ serviceMs }) => serviceMs),
          0.95,
        ),
        runs,
      };
    } finally {
      await driver.stop();
    }
  },
};

/** Bodies of batches; each row is another contact. */
class Batches {
  rows = 0;
  #agentId;

  constructor(agentId) {
    this.#agentId = agentId;
  }

  next() {
    return Array.from({ length: ROWS }, () => callBody(this.#agentId, this.rows++));
  }

  request(key) {
    return {
      path: '/v1/batches',
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'idempotency-key': `bench-${this.rows}`,
      },
      body: JSON.stringify({
        agent_id: this.#agentId,
        calls: this.next().map((row) => ({ ...row, agent_id: undefined })),
      }),
    };
  }
}

/**
 * The baseline: inserts a batch by one statement and returns its milliseconds. A row is like the service's own, but of another
 * account: the numbers of one wait once each.
 */
async function rawInsert(driver, batches) {
  const other = await driver.account({ lines: 0 });
  const [pattern] = await driver.sql('SELECT * FROM calls LIMIT 1');
  const columns = Object.keys(pattern).filter((name) => !VARIES.includes(name));
  const given = columns.map((_, at) => `$${VARIES.length + 1 + at}`);
  const owned = { ...pattern, account_id: other.id, agent_id: other.agentId };
  return async () => {
    const made = batches.next();
    const began = performance.now();
    await driver.sql(
      `INSERT INTO calls (${[...VARIES, ...columns].join(', ')})
       SELECT ${[...VARIES.map((name) => `r.${name}`), ...given].join(', ')}
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::json[], $6::json[]) AS r (${VARIES.join(', ')})`,
      [
        made.map((_, at) => `call_${batches.rows}_${at}`),
        made.map(({ phone_number }) => phone_number),
        made.map(({ contact }) => contact.name),
        made.map(({ contact }) => contact.external_id),
        made.map(({ variables }) => JSON.stringify(variables)),
        made.map(({ metadata }) => JSON.stringify(metadata)),
        ...columns.map((name) => owned[name]),
      ],
    );
    return performance.now() - began;
  };
}
