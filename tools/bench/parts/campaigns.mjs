import { cpuSeconds, postgresCpuSeconds } from '../../lib/process-figures.mjs';
import { load, percentile, spread } from '../load.mjs';
import { round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';

const ROWS = 1_000;
const ATTEMPTS = 5;
/** The first wait outlasts the run: each call ends with an attempt that waits. */
const RETRY = { max_attempts: ATTEMPTS, on: ['no_answer'], wait_minutes: [10_080] };
const MAX_FACTOR = 1.5;
const MAX_GET_MS = 10;

/** What further attempts cost: the ends of calls with and without a policy in turn, and a batch of many attempts. */
export default {
  name: 'campaigns',
  work: 'CPU of 1,000 calls that end with a further attempt; GET /batches/{id} of 1,000 rows with 5 attempts each',
  against: 'the same calls without `retry`, in turn',
  goal: `≤ ${MAX_FACTOR} ×; p95 ≤ ${MAX_GET_MS} ms`,
  reached: ({ factor, getP95Ms }) => factor.median <= MAX_FACTOR && getP95Ms <= MAX_GET_MS,
  async run({ quick }) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ keys: 4, lines: 200, recallGapSeconds: 0, dailyPerNumber: 10 });
      const server = await driver.service();
      const site = { driver, server, account, key: BenchDriver.keysInTurn(account.keys), batches: 0 };
      await endCalls(site, null);
      await endCalls(site, RETRY);
      const runs = [];
      for (let at = 0; at < (quick ? 2 : 7); at++) {
        const plain = await endCalls(site, null);
        const retried = await endCalls(site, RETRY);
        runs.push({ cpuMs: plain, retryCpuMs: retried, factor: round(retried / plain, 3) });
      }
      return {
        factor: spread(runs.map(({ factor }) => factor)),
        getP95Ms: await readBatch(site, quick ? 50 : 400),
        runs,
      };
    } finally {
      await driver.stop();
    }
  },
};

async function queue({ server, account, key }, body) {
  const answer = await fetch(`${server.origin}/v1/batches`, {
    method: 'POST',
    headers: { 'x-api-key': key(), 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: account.agentId, ...body }),
  });
  const batch = await answer.json();
  if (answer.status !== 200) throw new Error(JSON.stringify(batch));
  return batch.id;
}

/** CPU milliseconds, of the service and PostgreSQL, until all calls of a batch are over. */
async function endCalls(site, retry) {
  const { driver, server } = site;
  const cpu = () => (cpuSeconds(server.pid) + postgresCpuSeconds(driver.postmaster())) * 1_000;
  const before = cpu();
  const id = await queue(site, { calls: numbersOf(site), ...(retry && { retry }) });
  await driver.until(
    `SELECT count(*) FILTER (WHERE status = 'no_answer') >= ${ROWS} AS done FROM calls WHERE batch_id = $1`,
    [id],
  );
  return round(cpu() - before, 0);
}

/** Numbers that nobody answers, and that no other batch has. */
function numbersOf(site) {
  site.batches += 1;
  return Array.from({ length: ROWS }, (_, row) => {
    const serial = String(site.batches * ROWS + row).padStart(5, '0');
    return { phone_number: `+919${serial}0003` };
  });
}

/** Milliseconds at the 95th percentile of GET /batches/{id}. */
async function readBatch(site, count) {
  const { driver, server, key } = site;
  const id = await queue(site, {
    calls: numbersOf(site),
    retry: { ...RETRY, wait_minutes: [0] },
  });
  await driver.until(
    `SELECT count(*) FILTER (WHERE status = 'no_answer') >= ${ROWS * ATTEMPTS} AS done FROM calls WHERE batch_id = $1`,
    [id],
    300,
  );
  await driver.settle();
  const request = () => ({ path: `/v1/batches/${id}`, method: 'GET', headers: { 'x-api-key': key() } });
  const options = { connections: 1, seconds: 120, request };
  await load(server.origin, { ...options, count: 20 });
  const { latencies } = await load(server.origin, { ...options, count });
  return round(percentile(latencies, 0.95));
}
