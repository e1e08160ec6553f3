import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../load.mjs';
import { areaOfStatement, OTHER_THREADS } from '../request-costs/areas.mjs';
import { areasOf, profileClock, profiled } from '../request-costs/profile.mjs';
import { measure, postsOf, readsOf, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};
const CONNECTIONS = 16;

/** The CPU of the service and the time of PostgreSQL's statements for a POST and a GET, by area. */
export default {
  name: 'request-costs',
  work: 'Where the time of POST /calls and GET /calls/{id} goes, c=16',
  against: '–',
  goal: '–',
  async run({ quick }) {
    const driver = await BenchDriver.start({ settings: SETTINGS });
    try {
      await driver.sql('CREATE EXTENSION pg_stat_statements');
      const seconds = quick ? 2 : 10;
      const waiting = await driver.account({ keys: quick ? 60 : 500, lines: 0 });
      const posts = () => postsOf(waiting.agentId, BenchDriver.keysInTurn(waiting.keys));
      const post = await costsOf(driver, seconds, posts);
      const dialed = await driver.account({ keys: quick ? 200 : 1_000, lines: 100 });
      const get = await costsOf(driver, seconds, (server) => readsOf(driver, server, dialed));
      return { post, get };
    } finally {
      await driver.stop();
    }
  },
};

/** Microseconds of one request, after a warm-up. */
async function costsOf(driver, seconds, requestsOf) {
  const directory = await mkdtemp(join(tmpdir(), 'bench-profile-'));
  try {
    const server = await driver.service({}, profiled(directory));
    const request = await requestsOf(server);
    await load(server.origin, { connections: CONNECTIONS, seconds, request });
    await driver.sql('SELECT pg_stat_statements_reset()');
    const from = profileClock();
    const figures = await measure(driver, server, { connections: CONNECTIONS, seconds, request });
    const to = profileClock();
    const { requests, nodeCpuMs, postgresCpuMs } = figures;
    const statements = await statementsOf(driver, requests);
    await server.stop();
    const nodeUs = nodeCpuMs * 1_000;
    const main = await areasOf(directory, from, to);
    const areas = Object.fromEntries([...main].map(([area, us]) => [area, round(us / requests)]));
    areas[OTHER_THREADS] = round(nodeUs - sum(Object.values(areas)));
    const all = { connections: CONNECTIONS, requests, nodeUs, postgresUs: postgresCpuMs * 1_000 };
    return { ...all, areas, statements };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Microseconds of planning and execution for one request, by area. */
async function statementsOf(driver, requests) {
  const rows = await driver.sql(
    `SELECT query, total_plan_time + total_exec_time AS ms FROM pg_stat_statements
     WHERE query NOT LIKE '%pg_stat_statements%'`,
  );
  const sums = {};
  for (const { query, ms } of rows) {
    const area = areaOfStatement(query);
    sums[area] = round((sums[area] ?? 0) + (ms * 1_000) / requests);
  }
  return sums;
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
