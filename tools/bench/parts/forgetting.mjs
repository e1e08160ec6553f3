import { setTimeout as sleep } from 'node:timers/promises';
import { addHistory } from '../history.mjs';
import { load, percentile } from '../load.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

/** PostgreSQL counts the pages and the time of each statement. */
const SETTINGS = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' };
const RETENTION = { RETENTION_DAYS: '30' };
/** Sweeps that forget run each minute. */
const WATCHED_MS = 150_000;
const GOAL = { pages: 100, seconds: 60, statementMs: 200 };
/** Statements that forget. */
const FORGETS = /DELETE FROM (?:call_timeline|webhook_|account_holds)|words_forgotten IS NULL AND/i;

const OLD_ROWS = 'count(*)::int AS old_rows';

/** What forgetting costs beside a long history: looks that find nothing, and a backlog of a million rows. */
export default {
  name: 'forgetting',
  work: 'RETENTION_DAYS with 5 million calls of which all words are forgotten, and 10 million younger rows of timelines: pages that a sweep reads which finds nothing; a backlog of 1 million rows beside POST and GET',
  against: '–',
  goal: `≤ ${GOAL.pages} pages; backlog ≤ ${GOAL.seconds} s, no statement of it or beside it above ${GOAL.statementMs} ms`,
  reached: ({ idle, backlog }) =>
    idle.pages <= GOAL.pages &&
    backlog.seconds <= GOAL.seconds &&
    backlog.pieceMs <= GOAL.statementMs &&
    backlog.besideMs <= GOAL.statementMs,
  async run({ quick }) {
    const size = quick ? 0.01 : 1;
    const driver = await BenchDriver.start({ settings: SETTINGS });
    try {
      await driver.sql('CREATE EXTENSION pg_stat_statements');
      const account = await driver.account({
        keys: 400,
        lines: 0,
        dailyPerNumber: 1_000_000,
        recallGapSeconds: 0,
      });
      const calls = 5_000_000 * size;
      await addHistory(driver, account, calls, 0, true);
      await addTimeline(driver, calls, 2, "now() - interval '29 days'");
      await driver.settle();
      const idle = await lookFor(driver, quick ? WATCHED_MS / 2 : WATCHED_MS);
      await addTimeline(driver, 1_000_000 * size, 1, "now() - interval '40 days'");
      await driver.settle();
      return { calls, idle, backlog: await forget(driver, account) };
    } finally {
      await driver.stop();
    }
  },
};

/** Adds `each` rows to the timeline of each of the first `calls` calls. */
async function addTimeline(driver, calls, each, at) {
  await driver.sql(
    `INSERT INTO call_timeline (call_id, at, type, data)
     SELECT 'call_0' || lpad(n::text, 24, '0'), ${at} + n * interval '1 millisecond', 'queued', '{"message": "Queued."}'
     FROM generate_series(0, $1::bigint) AS n, generate_series(1, $2::int)`,
    [calls - 1, each],
  );
  await driver.sql('ANALYZE call_timeline');
}

/** The pages that one run of all forgetting statements reads, and the most that any statement of the worker reads. */
async function lookFor(driver, ms) {
  const worker = await driver.service({ ROLE: 'worker', ...RETENTION });
  await driver.sql('SELECT pg_stat_statements_reset()');
  await sleep(ms);
  const statements = await statementsOf(driver);
  await worker.stop();
  const forgetting = statements.filter(({ query }) => FORGETS.test(query));
  return {
    statements: forgetting.length,
    pages: round(forgetting.reduce((sum, { pages }) => sum + pages, 0)),
    worstOfAllPages: round(Math.max(...statements.map(({ pages }) => pages))),
  };
}

/** How long a worker takes for the backlog beside POST and GET; the slowest piece, and the slowest statement beside it. */
async function forget(driver, account) {
  const api = await driver.service({ ROLE: 'api' });
  const rows = await oldRows(driver);
  const worker = await driver.service({ ROLE: 'worker', ...RETENTION });
  await driver.sql('SELECT pg_stat_statements_reset()');
  const beside = new BesideLoad(api.origin, account);
  const seconds = await untilForgotten(driver, rows);
  const latencies = await beside.stop();
  const statements = (await statementsOf(driver)).filter(({ query }) => !query.includes(OLD_ROWS));
  await Promise.all([api.stop(), worker.stop()]);
  const slowest = (isForgetting) => {
    const some = statements.filter(({ query }) => FORGETS.test(query) === isForgetting);
    return round(Math.max(...some.map(({ maxMs }) => maxMs)));
  };
  return {
    rows,
    seconds: round(seconds),
    pieceMs: slowest(true),
    besideMs: slowest(false),
    requests: latencies.length,
    requestP99Ms: round(percentile(latencies, 0.99)),
  };
}

async function oldRows(driver) {
  const [row] = await driver.sql(
    `SELECT ${OLD_ROWS} FROM call_timeline WHERE at < now() - interval '30 days'`,
  );
  return row.old_rows;
}

/** Seconds from the first piece, as the sweep begins within a minute of the start. */
async function untilForgotten(driver, rows) {
  let beganAt = performance.now();
  for (let left = rows; left > 0; await sleep(250)) {
    left = await oldRows(driver);
    if (left === rows) beganAt = performance.now();
  }
  return (performance.now() - beganAt) / 1_000;
}

/** POST and GET in turn, ten at a time with pauses, until it is stopped. */
class BesideLoad {
  #isOver = false;
  #latencies = [];
  #running;

  constructor(origin, account) {
    this.origin = origin;
    this.account = account;
    this.keys = BenchDriver.keysInTurn(account.keys);
    this.#running = this.#run();
  }

  /** Resolves with the latencies in ms. */
  async stop() {
    this.#isOver = true;
    await this.#running;
    return this.#latencies;
  }

  async #run() {
    for (let at = 0; !this.#isOver; at++) {
      const request = (n) => (n % 2 === 0 ? this.#post(at * 10 + n) : this.#get(at));
      const { latencies } = await load(this.origin, { connections: 2, seconds: 1, count: 10, request });
      this.#latencies.push(...latencies);
      await sleep(50);
    }
  }

  #post(at) {
    return {
      path: '/v1/calls',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.keys() },
      body: JSON.stringify(callBody(this.account.agentId, at)),
    };
  }

  #get(at) {
    return {
      path: `/v1/calls/call_0${String(at).padStart(24, '0')}`,
      method: 'GET',
      headers: { 'x-api-key': this.keys() },
    };
  }
}

/** Each statement with the pages that a call of it reads, from memory or not, and its slowest call. */
function statementsOf(driver) {
  return driver.sql(
    `SELECT query, calls::int, (shared_blks_hit + shared_blks_read)::float / calls AS pages, max_exec_time AS "maxMs"
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`,
  );
}
