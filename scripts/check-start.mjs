import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts the built service on this Node, checks its readiness, and ends it as Ctrl-C does. */
const MAIN = fileURLToPath(new URL('start.mjs', import.meta.url));
const PATIENCE_MS = 60_000;

const dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-start-'));
const child = spawn(process.execPath, [MAIN], {
  env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', PORT: '0', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
try {
  const origin = await ready();
  const response = await fetch(`${origin}/health/ready`);
  if (response.status !== 200) throw new Error(`/health/ready answered ${response.status}`);
  child.kill('SIGINT');
  const code = await ended;
  if (code !== 0) throw new Error(`it ended with ${code}`);
  console.log(`The built service starts, is ready and ends cleanly on Node ${process.version}.`);
} catch (error) {
  console.error(`The built service does not start on Node ${process.version}: ${error.message}`);
  process.exitCode = 1;
} finally {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function ready() {
  return new Promise((resolve, reject) => {
    let text = '';
    setTimeout(() => reject(new Error('it was not ready in time')), PATIENCE_MS).unref();
    void ended.then((code) => reject(new Error(`it ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const origin = /at (http:\S+)/.exec(text)?.[1];
      if (origin) resolve(origin);
    });
  });
}
