import { makeAccount } from './accounts.mjs';
import { Client } from './client.mjs';
import { promise } from './checks.mjs';
import { Random } from '../lib/random.mjs';
import { EventReceiver } from './receiver.mjs';

const ACCOUNTS = 5;
const BATCH = 1_000;
const KILL_INTERVAL_MS = 2_000;
/** After the last new delivery: nothing more comes. */
const STUCK_AFTER_MS = 60_000;

/** `rounds` thousand calls are canceled at once, and while their events are delivered a worker is killed every 2 s. */
export async function soak(driver, { seed, rounds, say }) {
  const receiver = new EventReceiver(new Random(seed + 1));
  await receiver.start();
  const client = new Client(() => driver.origins, new Random(seed));
  const accounts = [];
  for (let at = 0; at < ACCOUNTS; at++) {
    const plan = { name: `soak-${at}`, lines: 0, credits: 1_000_000, carrier: 'simulator' };
    accounts.push(await makeAccount(driver, client, receiver, plan, 1));
  }
  const batches = [];
  for (let at = 0; at < rounds; at++) batches.push(await queue(client, accounts[at % ACCOUNTS], at));
  say(`${rounds * BATCH} calls wait`);
  const ids = await driver.sql(`SELECT id FROM calls WHERE status = 'queued'`);
  const canceling = Promise.all(
    batches.map(({ account, id }) => send(client, account, `/batches/${id}/cancel`)),
  );
  const begin = Date.now();
  let kills = 0;
  while (receiver.received < ids.length) {
    if (Date.now() - Math.max(begin, receiver.lastNewAt) > STUCK_AFTER_MS) break;
    await pause(KILL_INTERVAL_MS);
    driver.workers[kills++ % driver.workers.length].kill9();
    if (kills % 5 === 0) say(`${receiver.received} reported, ${kills} workers killed`);
  }
  await canceling;
  const seconds = Math.round((receiver.lastNewAt - begin) / 1_000);
  await Promise.all(driver.workers.map((worker) => worker.ready()));
  await settle(driver);
  const checks = await check(driver, receiver, ids);
  await receiver.stop();
  return {
    events: ids.length,
    kills,
    seconds,
    deliveries: [...receiver.deliveries.values()].reduce((sum, count) => sum + count, 0),
    checks,
  };
}

async function queue(client, account, at) {
  const calls = Array.from({ length: BATCH }, (_, row) => ({
    phone_number: `+9176${String(at * BATCH + row).padStart(7, '0')}1`,
  }));
  const body = { agent_id: account.agentId, name: `soak ${at}`, calls };
  return { account, id: (await send(client, account, '/batches', body)).id };
}

async function send(client, account, path, body) {
  const answer = await client.send(account, 'POST', path, body, { idempotencyKey: client.newKey() });
  if (answer.status > 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The receiver has all; the last attempts that it failed on purpose, or that died unstored, are repeated. */
async function settle(driver) {
  for (let tries = 0; tries < 300; tries++) {
    const [{ count }] = await driver.sql(
      `SELECT count(*)::int AS count FROM webhook_events WHERE state = 'pending'`,
    );
    if (count === 0) return;
    await pause(200);
  }
}

async function check(driver, receiver, ids) {
  const pending = await driver.sql(`SELECT id FROM webhook_events WHERE state <> 'delivered'`);
  const audit = await driver.cli('audit');
  return [
    promise('exactly one event id at the receiver for each call', ids, ({ id }) => {
      const events = [...(receiver.events.get(id)?.keys() ?? [])];
      return events.length === 1 ? null : `${id}: ${events.length}`;
    }),
    promise('the same bytes each time', [...receiver.events.values()], (events) =>
      [...events].flatMap(([id, { bodiesDiffer }]) => (bodiesDiffer ? id : [])),
    ),
    { name: 'every signature verifies', count: receiver.deliveries.size, failures: receiver.badSignatures },
    { name: 'every event is delivered', count: ids.length, failures: pending.map(({ id }) => id) },
    ...audit.checks.map(({ name, count, failures }) => ({ name: `audit: ${name}`, count, failures })),
  ];
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
