import { setTimeout as sleep } from 'node:timers/promises';
import { addHistory } from '../history.mjs';
import { load, percentile } from '../load.mjs';
import { callBody, round } from '../server-load.mjs';
import { BenchStage } from '../stage.mjs';

/** PostgreSQL counts the pages and the time of each statement. */
const SETTINGS = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' };
const RETENTION = { RETENTION_DAYS: '30' };
/** Sweeps that forget run each minute. */
const WATCHED_MS = 150_000;
const GOAL = { pages: 100, seconds: 60, statementMs: 200 };
/** What forgets: by the table and what is asked of it. */
const FORGETS = /DELETE FROM (?:call_timeline|webhook_|account_holds)|words_forgotten IS NULL AND/i;

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
    const stage = await BenchStage.start({ settings: SETTINGS });
    try {
      await stage.sql('CREATE EXTENSION pg_stat_statements');
      const account = await stage.account({
        keys: 400,
        lines: 0,
        dailyPerNumber: 1_000_000,
        recallGapSeconds: 0,
      });
      const calls = 5_000_000 * size;
      await addHistory(stage, account, calls, 0, true);
      await addTimeline(stage, calls, 2, "now() - interval '29 days'");
      await stage.settle();
      const idle = await lookFor(stage, quick ? WATCHED_MS / 2 : WATCHED_MS);
      await addTimeline(stage, 1_000_000 * size, 1, "now() - interval '40 days'");
      await stage.settle();
      return { calls, idle, backlog: await forget(stage, account) };
    } finally {
      await stage.stop();
    }
  },
};

/** Rows of timelines, so many of each of the first calls. */
async function addTimeline(stage, calls, each, at) {
  await stage.sql(
    `INSERT INTO call_timeline (call_id, at, type, data)
     SELECT 'call_0' || lpad(n::text, 24, '0'), ${at} + n * interval '1 millisecond', 'queued', '{"message": "Queued."}'
     FROM generate_series(0, $1::bigint) AS n, generate_series(1, $2::int)`,
    [calls - 1, each],
  );
  await stage.sql('ANALYZE call_timeline');
}

/** The pages that one run of all forgetting statements reads, and the most that any statement of the worker reads. */
async function lookFor(stage, ms) {
  const worker = await stage.service({ ROLE: 'worker', ...RETENTION });
  await stage.sql('SELECT pg_stat_statements_reset()');
  await sleep(ms);
  const statements = await statementsOf(stage);
  await worker.stop();
  const forgetting = statements.filter(({ query }) => FORGETS.test(query));
  return {
    statements: forgetting.length,
    pages: round(forgetting.reduce((sum, { pages }) => sum + pages, 0)),
    worstOfAllPages: round(Math.max(...statements.map(({ pages }) => pages))),
  };
}

/** How long a worker takes for the backlog beside POST and GET; the slowest piece, and the slowest statement beside it. */
async function forget(stage, account) {
  const api = await stage.service({ ROLE: 'api' });
  const [postKey, getKey] = [BenchStage.keysInTurn(account.keys), BenchStage.keysInTurn(account.keys)];
  const count = async () => {
    const [{ left }] = await stage.sql(
      `SELECT count(*)::int AS left FROM call_timeline WHERE at < now() - interval '30 days'`,
    );
    return left;
  };
  const rows = await count();
  const worker = await stage.service({ ROLE: 'worker', ...RETENTION });
  await stage.sql('SELECT pg_stat_statements_reset()');
  const beside = { isOver: false };
  const latencies = [];
  const loading = (async () => {
    for (let at = 0; !beside.isOver; at++) {
      const request = (n) =>
        n % 2 === 0
          ? {
              path: '/v1/calls',
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-api-key': postKey() },
              body: JSON.stringify(callBody(account.agentId, at * 10 + n)),
            }
          : {
              path: `/v1/calls/call_0${String(at).padStart(24, '0')}`,
              method: 'GET',
              headers: { 'x-api-key': getKey() },
            };
      const { latencies: some } = await load(api.origin, { connections: 2, seconds: 1, count: 10, request });
      latencies.push(...some);
      await sleep(50);
    }
  })();
  // From the first piece: the sweep begins within a minute of the start.
  let [beganAt, left] = [null, rows];
  while (left > 0) {
    left = await count();
    if (left < rows) beganAt ??= performance.now();
    await sleep(250);
  }
  const seconds = (performance.now() - (beganAt ?? performance.now())) / 1_000;
  beside.isOver = true;
  await loading;
  const statements = (await statementsOf(stage)).filter(
    ({ query }) => !/pg_stat_statements|count\(\*\)::int AS left/.test(query),
  );
  await Promise.all([api.stop(), worker.stop()]);
  const slowest = (isForgetting) =>
    round(
      Math.max(
        ...statements.filter(({ query }) => FORGETS.test(query) === isForgetting).map(({ maxMs }) => maxMs),
      ),
    );
  return {
    rows,
    seconds: round(seconds),
    pieceMs: slowest(true),
    besideMs: slowest(false),
    requests: latencies.length,
    requestP99Ms: round(percentile(latencies, 0.99)),
  };
}

/** Each statement with the pages that a call of it reads, from memory or not, and its slowest call. */
function statementsOf(stage) {
  return stage.sql(
    `SELECT query, calls::int, (shared_blks_hit + shared_blks_read)::float / calls AS pages, max_exec_time AS "maxMs"
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`,
  );
}
