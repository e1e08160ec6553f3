import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPageWhenNeeded, buildWhenNeeded } from '../../scripts/build-when-needed.mjs';

const require = createRequire(import.meta.url);
const WATCHDOG = fileURLToPath(new URL('postgres-watchdog.sh', import.meta.url));

/**
 * Speed without safety in a power cut: the data are temporary. Deadlocks are detected at once. Each service under
 * test has two pools, and suites run beside each other.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  deadlock_timeout: '50ms',
  max_connections: '500',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '64MB',
};

/** Linux keeps what lies here in memory. A container may have hardly any of it. */
const MEMORY = '/dev/shm';
const ENOUGH = 1024 ** 3;

/** @type {import('node:child_process').ChildProcess | undefined} */
let watchdog;

/** Where this run keeps all its files. A database is made of hundreds, and on a disk that takes half a second. */
async function runFolder() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const parent = bavail * bsize > ENOUGH ? MEMORY : tmpdir();
  return mkdtemp(join(parent, 'ai-calling-test-'));
}

/** Quick suites need nothing built. Of all others some start the built service, several at once; one alone builds it where it needs it. */
async function build(isOfSome) {
  if (process.env.TEST_SUITES === 'quick') return;
  await (isOfSome ? buildPageWhenNeeded() : buildWhenNeeded({ withPage: true }));
}

/**
 * Starts a PostgreSQL for this run of the tests. Its address, for creating databases, is in TEST_DATABASE_URL,
 * which Jest's workers inherit, as they do the folder for temporary files: whatever they leave there goes with it.
 *
 * @param {{ testPathPatterns: { isSet(): boolean } }} config
 */
export default async function globalSetup({ testPathPatterns }) {
  await build(testPathPatterns.isSet());
  // Jest compiles TypeScript that is required while it runs this function.
  const { startEmbeddedPostgres } = require('../../src/platform/embedded-postgres/embedded-postgres.ts');
  const dataDir = await runFolder();
  watchdog = spawn('/bin/sh', [WATCHDOG, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const { url } = await startEmbeddedPostgres({ dataDir, use: 'command', settings: SETTINGS });
  const adminUrl = new URL(url);
  adminUrl.pathname = '/postgres';
  process.env.TEST_DATABASE_URL = adminUrl.href;
  process.env.TMPDIR = dataDir;

  const template = new URL('template.mjs', import.meta.url);
  if (existsSync(template)) await (await import(template.href)).default(adminUrl.href);
}

/** Leaves nothing behind: no process, no folder. */
export async function stopPostgres() {
  if (!watchdog || watchdog.exitCode !== null) return;
  const ended = new Promise((resolve) => watchdog?.once('exit', resolve));
  watchdog.stdin?.end();
  await ended;
}
