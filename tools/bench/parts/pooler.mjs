import { spawnSync } from 'node:child_process';
import { freePort } from '../../lib/free-port.mjs';
import { Pooler } from '../../lib/pooler.mjs';
import { Redis } from '../../lib/redis.mjs';
import { addBacklog, manyAccounts } from '../backlog.mjs';
import { idleCall, sender } from '../idle-calls.mjs';
import { percentile, spread } from '../load.mjs';
import { compare, postsOf, round } from '../server-load.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { callsPerSecond } from './dispatch.mjs';

const GOAL = { ratio: 0.75, preparedRatio: 0.85, listenP50Ms: 100, pollP50Ms: 300 };
const PAIRS = 5;

/** What a transaction pooler costs; everything runs on one machine. */
export default {
  name: 'pooler',
  work: 'Behind a transaction pooler, without prepared statements and (PgBouncer 1.21) with them: POST /calls, c=16; dispatch by one worker; idle, commit to dial with LISTEN past the pooler, and with polls (queues on Redis)',
  against: 'the same without the pooler, in turn; the same; –; –',
  goal: `ratios ≥ ${GOAL.ratio}, prepared ≥ ${GOAL.preparedRatio}; p50 ≤ ${GOAL.listenP50Ms} ms; ≤ ${GOAL.pollP50Ms} ms`,
  reached: ({ post, dispatch, prepared, listen, poll }) =>
    Math.min(post.median, dispatch.median) >= GOAL.ratio &&
    (prepared === null || Math.min(prepared.post.median, prepared.dispatch.median) >= GOAL.preparedRatio) &&
    listen.p50Ms <= GOAL.listenP50Ms &&
    (poll === null || poll.p50Ms <= GOAL.pollP50Ms),
  async run({ quick }) {
    const driver = await BenchDriver.start();
    const pooler = new Pooler(driver.directUrl, driver.folder);
    try {
      const { roleSettings } = driver.built('platform/database/service-settings.js');
      for (const statement of roleSettings(driver.directUrl)) await driver.sql(statement);
      const behind = { DATABASE_URL: await pooler.start(), DATABASE_POOLING: 'transaction' };
      const listening = { ...behind, DATABASE_DIRECT_URL: driver.directUrl };
      return {
        pooler: pooler.name,
        ...(await ratios(driver, listening, quick)),
        prepared: pooler.passesPrepared
          ? await ratios(driver, { ...listening, DATABASE_PREPARE: 'on' }, quick)
          : null,
        listen: await dials(driver, listening, quick),
        poll: await polls(driver, behind, quick),
      };
    } finally {
      await driver.stop();
      await pooler.stop();
    }
  },
};

/** Ratios of the requests and dispatches a second to those without the pooler. */
async function ratios(driver, behind, quick) {
  const { ratio: post } = await posts(driver, behind, quick);
  return { post, dispatch: await dispatches(driver, behind, quick) };
}

async function posts(driver, behind, quick) {
  // No line: what is queued waits, so that only the requests are measured.
  const account = await driver.account({ keys: 300, lines: 0 });
  const request = postsOf(account.agentId, BenchDriver.keysInTurn(account.keys));
  const options = { connections: 16, request };
  const service = { server: await driver.service({ ROLE: 'api', ...behind }), options };
  const baseline = { server: await driver.service({ ROLE: 'api' }), options };
  const compared = await compare(driver, { quick, service, baseline });
  await service.server.stop();
  await baseline.server.stop();
  return compared;
}

async function dispatches(driver, behind, quick) {
  const seconds = quick ? 2 : 10;
  const few = await manyAccounts(driver, 20);
  const ratios = [];
  for (let at = 0; at < (quick ? 1 : PAIRS); at++) {
    const perSecond = {};
    for (const which of at % 2 === 0 ? ['direct', 'behind'] : ['behind', 'direct']) {
      await driver.sql(`DELETE FROM calls WHERE status = 'queued'`);
      await addBacklog(driver, few, quick ? 500 : 2_500, (2 * at + (which === 'behind' ? 1 : 0)) * 5_000);
      await driver.settle();
      const { mean } = await callsPerSecond(driver, 1, seconds, which === 'behind' ? behind : {});
      perSecond[which] = mean;
    }
    ratios.push(round(perSecond.behind / perSecond.direct, 3));
  }
  await driver.sql(`DELETE FROM calls WHERE status = 'queued'`);
  return spread(ratios);
}

async function dials(driver, environment, quick) {
  const account = await driver.account({ keys: 20, lines: 100 });
  // Two processes: one that queued a call itself needs no wake-up.
  const server = await driver.service({ ROLE: 'api', ...environment });
  const worker = await driver.service({ ROLE: 'worker', ...environment });
  const send = sender(server, BenchDriver.keysInTurn(account.keys));
  const times = [];
  for (let at = 0; at < (quick ? 20 : 150); at++)
    times.push((await idleCall(driver, send, account.agentId, at)).dialMs);
  await server.stop();
  await worker.stop();
  const figure = (share) => round(percentile(times.slice(5), share));
  return { p50Ms: figure(0.5), p99Ms: figure(0.99) };
}

/** `null` without redis-server: queues on PostgreSQL need a connection past the pooler, which LISTEN takes, too. */
async function polls(driver, behind, quick) {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const redis = new Redis(driver.folder, await freePort());
  try {
    await redis.start();
    return await dials(driver, { ...behind, REDIS_URL: redis.url }, quick);
  } finally {
    await redis.stop();
  }
}
