import { cpSync, mkdirSync, readFileSync, writeFileSync, chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from './client.mjs';
import { makeAccount } from './cast.mjs';
import { freePort } from '../lib/free-port.mjs';
import { Random } from '../lib/random.mjs';
import { EventReceiver } from './receiver.mjs';
import { ChaosStage } from './stage.mjs';

const require = createRequire(import.meta.url);
/** @type {typeof import('pg')} */
const { Client: PostgresClient } = require('pg');

const CLIENTS = 6;
const BEFORE_MS = 2_000;
const AFTER_MS = 1_500;
/** Long enough for every sweep to look several times. */
const WATCH_MS = 5_000;
const RECOVERY_MS = 60_000;
const PLAN = { name: 'restore', lines: 5, credits: 1_000_000, carrier: 'simulator' };

/** PostgreSQL that archives its log. */
export class RestoreStage extends ChaosStage {
  get archive() {
    return join(this.folder, 'archive');
  }

  /** @override */
  async startDatabase(options) {
    mkdirSync(this.archive, { recursive: true });
    chmodSync(this.archive, 0o777);
    const archiving = {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp %p ${this.archive}/%f`,
      max_wal_senders: '2',
    };
    await super.startDatabase({ ...options, settings: { ...options.settings, ...archiving } });
  }
}

/**
 * Base backup and archived log under load, restored to an instant: a process with DISPATCH=off on the restored database
 * dials and sends nothing, and has each call that was acknowledged before.
 */
export async function restore(stage, { seed, rounds, say }) {
  const random = new Random(seed);
  const receiver = new EventReceiver(new Random(seed + 1));
  await receiver.start();
  const client = new Client(() => stage.origins, random);
  const account = await makeAccount(stage, client, receiver, PLAN, 40);
  const seen = { lost: [], dialed: [], sent: [], broken: [], closed: [], waiting: [], looked: 0 };
  for (let round = 1; round <= rounds; round++) {
    await once({ stage, client, account, receiver, random, round, seen });
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
      check('a recording of a call before the instant opens', seen.closed),
      check('call cancel leaves nothing that waits from before', seen.waiting),
    ],
  };
}

async function once({ stage, client, account, receiver, random, round, seen }) {
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
  const folder = join(stage.folder, `restored-${round}`);
  await backUp(stage, folder);
  await pause(BEFORE_MS);
  const known = acknowledged.map(({ id }) => id);
  const [{ at: instant }] = await stage.sql('SELECT clock_timestamp()::text AS at');
  await pause(AFTER_MS);
  isOver = true;
  await Promise.all(load);
  await stage.sql('SELECT pg_switch_wal()');
  await archived(stage);
  const restored = await recover(stage, folder, instant);
  try {
    await look({ stage, account, receiver, restored, known, seen, instant });
  } finally {
    await restored.postgres.stop();
  }
}

async function look({ stage, account, receiver, restored, known, seen, instant }) {
  const orders = async () => (await stage.record()).legs.length;
  const quiet = async () => {
    for (let before = -1, now = await orders(); now !== before; now = await orders()) {
      before = now;
      await pause(3_000);
    }
  };
  await quiet();
  const rows = await query(restored.url, 'SELECT id FROM calls');
  const there = new Set(rows.map(({ id }) => id));
  seen.looked += known.length;
  seen.lost.push(...known.filter((id) => !there.has(id)));
  const [ordersBefore, sentBefore] = [await orders(), total(receiver)];
  const port = String(await freePort());
  const environment = stage.environment({
    DATABASE_URL: restored.url,
    DATA_DIR: join(stage.folder, 'restored-files'),
    ROLE: 'all',
    DISPATCH: 'off',
    PORT: port,
    // A recording's address begins with it.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const program = stage.runService(environment);
  const origin = await program.said(/is ready \(\w+\) at (http:\S+?)\/?\s/);
  await pause(WATCH_MS);
  if ((await orders()) !== ordersBefore) seen.dialed.push(`${(await orders()) - ordersBefore} orders`);
  if (total(receiver) !== sentBefore) seen.sent.push(`${total(receiver) - sentBefore} deliveries`);
  seen.closed.push(...(await recording(origin, account, restored.url)));
  const before = stage.directUrl;
  stage.directUrl = restored.url;
  try {
    const audit = await stage.cli('audit');
    const broken = audit.checks.filter(({ failures }) => failures.length > 0);
    seen.broken.push(...broken.map(({ name, failures }) => `${name}: ${failures.slice(0, 3).join(' ')}`));
    await stage.cli('call', 'cancel', '--created-before', new Date(instant).toISOString());
  } finally {
    stage.directUrl = before;
  }
  const waiting = await query(
    restored.url,
    `SELECT id FROM calls WHERE status = 'queued' AND created_at < '${new Date(instant).toISOString()}'`,
  );
  seen.waiting.push(...waiting.map(({ id }) => id));
  program.kill('SIGKILL');
  await program.ended;
}

/** One that had ended by then; its address is asked as the API shows it. */
async function recording(origin, account, url) {
  const [call] = await query(
    url,
    `SELECT id FROM calls WHERE status = 'completed' AND finished_at IS NOT NULL AND answered_at IS NOT NULL LIMIT 1`,
  );
  if (!call) return [];
  const response = await fetch(`${origin}/v1/calls/${call.id}`, {
    headers: { 'X-API-Key': account.keys[0] },
  });
  const body = await response.json();
  if (!body.recording_url) return [`${call.id} has no recording`];
  const { pathname, search } = new URL(body.recording_url);
  const file = await fetch(`${origin}${pathname}${search}`);
  return file.status === 200 ? [] : [`${call.id}: ${file.status}`];
}

async function backUp(stage, folder) {
  const session = new PostgresClient({ connectionString: stage.directUrl });
  await session.connect();
  try {
    await session.query(`SELECT pg_backup_start('chaos', true)`);
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const to = join(folder, 'postgres');
    const filter = (path) => !/postmaster\.(?:pid|opts)$/u.test(path);
    cpSync(join(stage.folder, 'data', 'postgres'), to, { recursive: true, filter });
    const { rows } = await session.query('SELECT labelfile FROM pg_backup_stop(true)');
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
    writeFileSync(join(to, 'recovery.signal'), '');
  } finally {
    await session.end();
  }
}

async function archived(stage) {
  for (let tries = 0; tries < 100; tries++) {
    const [row] = await stage.sql(
      `SELECT last_archived_wal >= pg_walfile_name(pg_switch_wal() - 1) AS done FROM pg_stat_archiver`,
    );
    if (row.done) return;
    await pause(100);
  }
}

async function recover(stage, folder, instant) {
  const { startEmbeddedPostgres } = stage.built('platform/embedded-postgres/embedded-postgres.js');
  const settings = {
    restore_command: `cp ${stage.archive}/%f %p`,
    recovery_target_time: instant,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    max_connections: '400',
  };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, use: 'command', settings });
  const until = Date.now() + RECOVERY_MS;
  for (;;) {
    const [row] = await query(postgres.url, 'SELECT pg_is_in_recovery() AS recovers').catch(() => []);
    if (row?.recovers === false) return { postgres, url: postgres.url };
    if (Date.now() > until) throw new Error(`the restore does not end: ${logOf(folder)}`);
    await pause(100);
  }
}

const logOf = (folder) => readFileSync(join(folder, 'postgres.log'), 'utf8').slice(-500);

async function query(url, text) {
  const session = new PostgresClient({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  try {
    return (await session.query(text)).rows;
  } finally {
    await session.end();
  }
}

const total = (receiver) => [...receiver.deliveries.values()].reduce((sum, times) => sum + times, 0);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
