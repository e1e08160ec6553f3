import { fileURLToPath } from 'node:url';
import { cpuSeconds, postgresCpuSeconds } from '../lib/process-figures.mjs';
import { load, percentile, spread } from './load.mjs';
import { BenchDriver } from './bench-driver.mjs';

const BASELINE = fileURLToPath(new URL('baseline/server.mjs', import.meta.url));
/** Fewer than a key may queue in a minute. */
const ENDED_CALLS = 200;

/** What a client sends to queue a call, to the service and to the baseline alike. */
export const callBody = (agentId, at) => ({
  agent_id: agentId,
  phone_number: `+9198${String(at).padStart(8, '0')}`,
  contact: { name: 'Rohan Verma', external_id: `lead-${at}` },
  variables: { course: 'B.Com', city: 'Pune' },
  metadata: { campaign: 'admissions-2026', row: at },
});

/** Requests that queue calls of an account, each with an Idempotency-Key, by API keys in turn. */
export function postsOf(agentId, key) {
  let sent = 0;
  return () => ({
    path: '/v1/calls',
    method: 'POST',
    headers: {
      'x-api-key': key(),
      'content-type': 'application/json',
      'idempotency-key': `bench-${sent}`,
    },
    body: JSON.stringify(callBody(agentId, sent++)),
  });
}

/** Has an account's calls dialed to their end; requests that read them, by its other API keys in turn. */
export async function readsOf(driver, server, account) {
  const ids = await endedCalls(driver, server, account);
  // The first key has queued the calls.
  const key = BenchDriver.keysInTurn(account.keys.slice(1));
  let sent = 0;
  return () => ({
    path: `/v1/calls/${ids[sent++ % ids.length]}`,
    method: 'GET',
    headers: { 'x-api-key': key() },
  });
}

async function endedCalls(driver, server, { id, agentId, keys: [key] }) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  let sent = 0;
  const request = () => {
    const body = callBody(agentId, sent++);
    const phone_number = `${body.phone_number.slice(0, 9)}0002`.replace('+9198000', `+9198${100 + sent}`);
    return { path: '/v1/calls', method: 'POST', headers, body: JSON.stringify({ ...body, phone_number }) };
  };
  await load(server.origin, { connections: 4, seconds: 60, count: ENDED_CALLS, request });
  const ended = 'FROM calls WHERE account_id = $1 AND finished_at IS NOT NULL';
  await driver.until(`SELECT count(*) >= ${ENDED_CALLS} AS done ${ended}`, [id]);
  return (await driver.sql(`SELECT id ${ended}`, [id])).map((call) => call.id);
}

/** Starts bare Nest with a table like the service's, indexes and all; `row` is the pattern of what it stores. */
export async function startBaseline(driver, row) {
  await driver.sql('DROP TABLE IF EXISTS bench_calls');
  await driver.sql('CREATE TABLE bench_calls (LIKE calls INCLUDING ALL)');
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: driver.databaseUrl,
    COLUMNS: JSON.stringify(Object.keys(row)),
    ROW: JSON.stringify(row),
  };
  return driver.spawn([BASELINE], env, /is ready at (http:\S+)/);
}

/** One run of a load against a server: requests a second, latencies in ms, CPU milliseconds a request. */
export async function measure(driver, server, options) {
  const postmaster = driver.postmaster();
  const before = [cpuSeconds(server.pid), postgresCpuSeconds(postmaster)];
  const { requests, perSecond, latencies } = await load(server.origin, options);
  const cpu = [cpuSeconds(server.pid) - before[0], postgresCpuSeconds(postmaster) - before[1]];
  return {
    requests,
    perSecond: round(perSecond),
    ...percentilesMs(latencies, 50, 95),
    nodeCpuMs: round((cpu[0] * 1_000) / requests),
    postgresCpuMs: round((cpu[1] * 1_000) / requests),
  };
}

/** Runs of the service and its baseline in turn, after a warm-up of each, and their ratio. */
export async function compare(
  driver,
  { service, baseline, quick, seconds = quick ? 1 : 4, unit = 'perSecond' },
) {
  await load(service.server.origin, { ...service.options, seconds: quick ? 2 : 10 });
  await load(baseline.server.origin, { ...baseline.options, seconds: quick ? 2 : 10 });
  const runs = [];
  // Many short runs: what else the machine does in these seconds then meets both of a pair, or is not the median.
  for (let at = 0; at < (quick ? 3 : 11); at++) {
    const ours = await measure(driver, service.server, { ...service.options, seconds });
    const theirs = await measure(driver, baseline.server, { ...baseline.options, seconds });
    runs.push({ service: ours, baseline: theirs, ratio: round(ours[unit] / theirs[unit], 3) });
  }
  return { ratio: spread(runs.map(({ ratio }) => ratio)), runs };
}

/** The cost of one request to the service, in the runs of `compare`. */
export function costsOfRequest({ runs }) {
  const of = (figure) => spread(runs.map(({ service }) => figure(service))).median;
  return {
    nodeCpuMs: of(({ nodeCpuMs }) => nodeCpuMs),
    postgresCpuMs: of(({ postgresCpuMs }) => postgresCpuMs),
    p50Ms: of(({ p50Ms }) => p50Ms),
  };
}

/** Such as `{ p50Ms, p95Ms }` of times in milliseconds. */
export function percentilesMs(times, ...percents) {
  return Object.fromEntries(
    percents.map((percent) => [`p${percent}Ms`, round(percentile(times, percent / 100))]),
  );
}

export function round(value, places = 2) {
  return Math.round(value * 10 ** places) / 10 ** places;
}
