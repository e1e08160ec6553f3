import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '../../test/fakes/database/archived-postgres.mjs';
import { freePort } from '../lib/free-port.mjs';
import { Random } from '../lib/random.mjs';
import { READY } from '../lib/service-driver.mjs';
import { makeAccount } from './accounts.mjs';
import { Client } from './client.mjs';
import { EventReceiver } from './receiver.mjs';

const CLIENTS = 6;
const BEFORE_MS = 2_000;
const AFTER_MS = 1_500;
/** Long enough for every sweep to look several times. */
const WATCH_MS = 5_000;
const SETTLED_WITHIN_MS = 120_000;
const PLAN = { name: 'restore', lines: 5, credits: 1_000_000, carrier: 'simulator' };

/**
 * Base backup and archived log under load, restored to an instant: a process with DISPATCH=off on the restored database
 * dials and sends nothing, and has each call that was acknowledged before. Once what waited is canceled, one without it
 * dials nothing either.
 */
export async function restore(driver, { seed, rounds, say }) {
  const random = new Random(seed);
  const receiver = new EventReceiver(new Random(seed + 1));
  await receiver.start();
  const client = new Client(() => driver.origins, random);
  const account = await makeAccount(driver, client, receiver, PLAN, 40);
  const seen = {
    lost: [],
    dialed: [],
    sent: [],
    broken: [],
    closed: [],
    waiting: [],
    twice: [],
    looked: 0,
    recordings: 0,
  };
  for (let round = 1; round <= rounds; round++) {
    await once({ driver, client, account, receiver, random, round, seen });
    say(`round ${round}: ${seen.looked} calls looked at`);
  }
  await receiver.stop();
  const check = (name, failures) => ({ name, count: rounds, failures });
  return {
    calls: { acknowledged: seen.looked },
    checks: [
      { ...check('each call committed before the instant is there', seen.lost), count: seen.looked },
      check('nothing was dialed from the restored database', seen.dialed),
      check('no event was sent from it', seen.sent),
      check('its audit is clean', seen.broken),
      { ...check('a recording of a call before the instant opens', seen.closed), count: seen.recordings },
      check('call cancel leaves nothing that waits from before', seen.waiting),
      check('nothing is dialed again once it dispatches', seen.twice),
    ],
  };
}

async function once({ driver, client, account, receiver, random, round, seen }) {
  const acknowledged = [];
  let isOver = false;
  const load = Array.from({ length: CLIENTS }, async (_, at) => {
    for (let serial = 0; !isOver; serial++) {
      const number = `+9173${String(round).padStart(2, '0')}${at}${String(serial).padStart(4, '0')}9`;
      const { status, body } = await client.once(account, 'POST', '/calls', {
        agent_id: account.agentId,
        phone_number: number,
      });
      if (status === 200) acknowledged.push({ id: body.id, at: performance.now() });
      await pause(random.between(20, 80));
    }
  });
  await pause(BEFORE_MS);
  const folder = join(driver.folder, `restored-${round}`);
  await driver.backUp(folder);
  await pause(BEFORE_MS);
  const known = acknowledged.map(({ id }) => id);
  const [{ at: instant }] = await driver.sql('SELECT clock_timestamp()::text AS at');
  await pause(AFTER_MS);
  isOver = true;
  await Promise.all(load);
  await driver.archived();
  const restored = await driver.recover(folder, instant);
  try {
    await look({ driver, account, receiver, restored, known, seen, instant });
  } finally {
    await restored.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function look({ driver, account, receiver, restored, known, seen, instant }) {
  await settled(driver);
  const rows = await query(restored.url, 'SELECT id FROM calls');
  const there = new Set(rows.map(({ id }) => id));
  seen.looked += known.length;
  seen.lost.push(...known.filter((id) => !there.has(id)));
  const before = { orders: await ordersOf(driver), deliveries: total(receiver) };
  await serve(driver, restored.url, { DISPATCH: 'off' }, async (origin) => {
    const sent = total(receiver) - before.deliveries;
    if (sent !== 0) seen.sent.push(`${sent} deliveries`);
    const dialed = (await ordersOf(driver)) - before.orders;
    if (dialed !== 0) seen.dialed.push(`${dialed} orders`);
    const recording = await recordingOf(origin, account, restored.url, instant);
    seen.recordings += recording ? 1 : 0;
    if (recording && recording.status !== 200) seen.closed.push(`${recording.id}: ${recording.status}`);
    seen.broken.push(...(await auditOf(driver, restored.url)));
    await commandOn(
      driver,
      restored.url,
      'call',
      'cancel',
      '--created-before',
      new Date(instant).toISOString(),
    );
  });
  const waiting = await query(
    restored.url,
    `SELECT id FROM calls WHERE status = 'queued' AND created_at < '${new Date(instant).toISOString()}'`,
  );
  seen.waiting.push(...waiting.map(({ id }) => id));
  await serve(driver, restored.url, {}, async () => {
    const dialed = (await ordersOf(driver)) - before.orders;
    if (dialed !== 0) seen.twice.push(`${dialed} orders`);
    seen.broken.push(...(await auditOf(driver, restored.url)));
  });
}

/** Until the first database has nothing to dial, to end or to send. */
async function settled(driver) {
  for (const until = Date.now() + SETTLED_WITHIN_MS; ;) {
    const [{ open }] = await driver.sql(
      `SELECT (SELECT count(*)::int FROM calls WHERE finished_at IS NULL)
         + (SELECT count(*)::int FROM webhook_events WHERE state = 'pending') AS open`,
    );
    if (open === 0) return;
    if (Date.now() > until) throw new Error(`${open} calls and events stay open`);
    await pause(500);
  }
}

/** Runs one process on the restored database, over the same carriers; `then` looks after a while. */
async function serve(driver, url, settings, then) {
  const port = String(await freePort());
  const environment = driver.environment({
    DATABASE_URL: url,
    DATA_DIR: join(driver.folder, 'restored-files'),
    ROLE: 'all',
    PORT: port,
    // A recording's address begins with it.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });
  const program = driver.run([...driver.preload, join(driver.dist, 'src', 'main.js')], { env: environment });
  const origin = await program.said(READY);
  await pause(WATCH_MS);
  await then(origin);
  program.kill('SIGKILL');
  await program.ended;
}

/** Dial orders that the carriers received, repeats included. */
async function ordersOf(driver) {
  const { legs } = await driver.record();
  return legs.reduce((sum, { orders }) => sum + orders.length, 0);
}

async function auditOf(driver, url) {
  const { checks } = await commandOn(driver, url, 'audit');
  return checks
    .filter(({ failures }) => failures.length > 0)
    .map(({ name, failures }) => `${name}: ${failures.slice(0, 3).join(' ')}`);
}

/** An operator's command on the restored database. */
async function commandOn(driver, url, ...words) {
  const before = driver.directUrl;
  driver.directUrl = url;
  try {
    return await driver.cli(...words);
  } finally {
    driver.directUrl = before;
  }
}

/** Opens the recording of a talk that had ended by the instant, as the API shows it; null: there was none. */
async function recordingOf(origin, account, url, instant) {
  const [call] = await query(
    url,
    `SELECT id FROM calls JOIN call_talks ON call_id = id
     WHERE status = 'completed' AND finished_at < '${instant}' AND json_array_length(turns) > 0 LIMIT 1`,
  );
  if (!call) return null;
  const response = await fetch(`${origin}/v1/calls/${call.id}`, {
    headers: { 'X-API-Key': account.keys[0] },
  });
  const { recording_url: address } = await response.json();
  if (!address) return { id: call.id, status: 'no recording' };
  const { pathname, search } = new URL(address);
  return { id: call.id, status: (await fetch(`${origin}${pathname}${search}`)).status };
}

const total = (receiver) => [...receiver.deliveries.values()].reduce((sum, times) => sum + times, 0);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
