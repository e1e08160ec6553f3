import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres';

const WAIT_MS = 10;

/** Blocks the event loop, as loading modules does. */
function waitUntil(isTrue: () => boolean): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (!isTrue()) Atomics.wait(cell, 0, 0, WAIT_MS);
}

test('starts a service although a command stops the server while its modules load', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'ai-calling-stopped '));
  const lockFile = join(dataDir, 'postgres/postmaster.pid');
  const isReady = () => existsSync(lockFile) && readFileSync(lockFile, 'utf8').includes('ready');
  let launches = 0;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    use: 'service',
    settings: { fsync: 'off', full_page_writes: 'off' },
    onLaunched: () => {
      launches += 1;
      if (launches > 1) return;
      waitUntil(isReady);
      process.kill(parseInt(readFileSync(lockFile, 'utf8'), 10), 'SIGINT');
      waitUntil(() => !existsSync(lockFile));
    },
  });
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    expect(launches).toBe(2);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
});
