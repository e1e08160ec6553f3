import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const WATCHDOG = fileURLToPath(new URL('postgres-watchdog.sh', import.meta.url));

/**
 * Speed at the price of what a power cut would cost: nobody needs this data again. Deadlocks are found at once. Each
 * service under test has two pools, and suites run beside each other.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  deadlock_timeout: '50ms',
  max_connections: '500',
};

/** @type {import('node:child_process').ChildProcess | undefined} */
let watchdog;

/**
 * Starts a PostgreSQL for this run of the tests. Its address, for creating databases, is in TEST_DATABASE_URL,
 * which Jest's workers inherit.
 */
export default async function globalSetup() {
  // Jest compiles TypeScript that is required while it runs this function.
  const { startEmbeddedPostgres } = require('../../src/platform/embedded-postgres/embedded-postgres.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-test-'));
  watchdog = spawn('/bin/sh', [WATCHDOG, dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const { url } = await startEmbeddedPostgres({ dataDir, use: 'command', settings: SETTINGS });
  const adminUrl = new URL(url);
  adminUrl.pathname = '/postgres';
  process.env.TEST_DATABASE_URL = adminUrl.href;

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
