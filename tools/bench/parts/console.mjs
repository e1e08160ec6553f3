import { ConsolePages } from '../console-pages.mjs';
import { addHistory } from '../history.mjs';
import { lighthouse } from '../lighthouse.mjs';
import { load, percentile } from '../load.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { timesOfBuild } from '../web-build.mjs';

const LIMIT = 50;
const PAGE = 10_000;
/** Requests of one session in a minute, a little below its limit. */
const PER_SESSION = 580;

/** Every filter of the page's list, with the condition that it stands for. */
const filters = (agentId) => ({
  none: ['', 'true'],
  status: ['status=failed,no_answer', `status IN ('failed', 'no_answer')`],
  agent: [`agent_id=${agentId}`, `agent_id = '${agentId}'`],
  batch: ['batch_id=batch_40', `batch_id = 'batch_40'`],
  outcome: ['disposition=Interested', `disposition = 'Interested'`],
  test: ['test=true', 'test'],
  from: ['from=2020-01-01', 'true'],
  number: ['q=%2B917700000777', `phone_number = '+917700000777'`],
});

/** The console: its lists over a million calls, its pages in a browser, and what its build costs a first start. */
export default {
  name: 'console',
  work: 'Console: rows of 1 million calls, page 10,000 to page 1; Home with 100,000 calls today; pages in Chromium; build',
  against: 'each other; –; –; an unchanged start',
  goal:
    'ratio ≤ 1.2, p95 ≤ 50 ms; ≤ 300 ms; p95: Home cold ≤ 1.5 s, page to page ≤ 300 ms, also at first, Calls of 1 million ≤ 500 ms; 10,000 contacts ' +
    'read ≤ 1 s, no task > 200 ms; heap ≤ 1.2 × after 1,000 renewals; build ≤ 15 s, unchanged ≤ 0.2 s; Lighthouse ≥ 85 mobile, ≥ 95 desktop, accessibility 100',
  reached: ({ lists, homeMs, pages, build, scores }) =>
    lists.worst <= 1.2 &&
    lists.p95Ms <= 50 &&
    homeMs <= 300 &&
    pages.homeColdP95Ms <= 1_500 &&
    Math.max(pages.firstP95Ms, pages.pageP95Ms) <= 300 &&
    pages.callsP95Ms <= 500 &&
    pages.uploadReadMs <= 1_000 &&
    pages.uploadTaskMs <= 200 &&
    pages.heapGrowth <= 1.2 &&
    build.firstSeconds <= 15 &&
    build.unchangedSeconds <= 0.2 &&
    scores.every(
      ({ form, performance, accessibility, cls }) =>
        performance >= (form === 'mobile' ? 85 : 95) && accessibility === 100 && cls <= 0.05,
    ),
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ lines: 0 });
      await addHistory(driver, account, quick ? 50_000 : 1_000_000);
      await driver.sql(
        `UPDATE calls SET disposition = 'Interested', phone_number = '+917700000777' WHERE hashtext(id) % 5 = 0`,
      );
      const busy = await driver.account({ lines: 0 });
      await endedToday(driver, busy, quick ? 10_000 : 100_000);
      await driver.settle();
      const server = await driver.service({ ROLE: 'api' });
      const lists = await measureLists(driver, server, account, quick);
      const homeMs = await measureHome(driver, server, busy, quick);
      const pages = await ConsolePages.measure(driver, server, { account, busy, quick });
      const build = await timesOfBuild();
      const scores = quick ? [] : await lighthouse(driver, server, account);
      return { lists, homeMs, pages, build, scores };
    } finally {
      await driver.stop();
    }
  },
};

/** Calls of an account that ended since midnight. */
async function endedToday(driver, account, count) {
  await addHistory(driver, account, count, 50_000_000);
  await driver.sql(
    `UPDATE calls SET created_at = at, due_at = at, dialed_at = at, ended_at = at, finished_at = at
     FROM (SELECT id AS this, date_trunc('day', now()) + random() * (now() - date_trunc('day', now())) AS at
           FROM calls WHERE account_id = $1) AS moved
     WHERE id = this`,
    [account.id],
  );
}

async function measureLists(driver, server, account, quick) {
  const sessions = await Promise.all(
    Array.from({ length: quick ? 2 : 8 }, () => driver.session(account.id, server.origin)),
  );
  let sent = 0;
  const p95s = async (queries, rounds) => {
    const { latencies } = await load(server.origin, {
      connections: 1,
      seconds: 600,
      count: rounds * queries.length,
      request: (at) => ({
        path: `/console/api/calls?${queries[at % queries.length]}`,
        method: 'GET',
        headers: { cookie: sessions[Math.floor(sent++ / PER_SESSION) % sessions.length].cookie },
      }),
    });
    return queries.map((_, at) =>
      round(
        percentile(
          latencies.filter((__, n) => n % queries.length === at),
          0.95,
        ),
      ),
    );
  };
  const runs = [];
  for (const [filter, [query, condition]] of Object.entries(filters(account.agentId))) {
    const cursor = await beforeTheDeepest(driver, account, condition);
    const first = [`limit=${LIMIT}`, query].filter(Boolean).join('&');
    const deep = cursor === undefined ? first : `${first}&starting_after=${cursor}`;
    await p95s([first, deep], 20);
    const [firstMs, deepMs] = await p95s([first, deep], quick ? 40 : 200);
    runs.push({ filter, firstMs, deepMs, ratio: round(deepMs / firstMs) });
  }
  return {
    worst: Math.max(...runs.map(({ ratio }) => ratio)),
    p95Ms: Math.max(...runs.flatMap(({ firstMs, deepMs }) => [firstMs, deepMs])),
    runs,
  };
}

/** The call before page 10,000 of a filter, or before its last page; none when it has one page. */
async function beforeTheDeepest(driver, account, condition) {
  const where = `account_id = $1 AND ${condition}`;
  const [{ count }] = await driver.sql(`SELECT count(*)::integer AS count FROM calls WHERE ${where}`, [
    account.id,
  ]);
  const offset = Math.min(PAGE * LIMIT - LIMIT, count - LIMIT) - 1;
  if (offset < 0) return undefined;
  const [row] = await driver.sql(
    `SELECT id FROM calls WHERE ${where} ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1`,
    [account.id, offset],
  );
  return row.id;
}

/** The slowest of some answers for Home, each made anew: it is kept for 5 s. */
async function measureHome(driver, server, account, quick) {
  const { cookie } = await driver.session(account.id, server.origin);
  const took = [];
  for (let at = 0; at < (quick ? 2 : 8); at++) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 5_100));
    const sent = performance.now();
    const answer = await fetch(`${server.origin}/console/api/home`, { headers: { cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status} for Home`);
    took.push(performance.now() - sent);
  }
  return round(Math.max(...took));
}
