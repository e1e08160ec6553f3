import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../scripts/start.mjs', import.meta.url));
const PATIENCE_MS = 30_000;

/**
 * Starts a service of its own on a free port; its simulated network runs a hundred times faster than life. `environment` adds
 * to its variables.
 */
export async function startService({ dataDir, environment = {} }) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      ROLE: 'all',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      SIMULATOR_SPEED: process.env.SIMULATOR_SPEED || '100',
      // The receiver listens on this machine, without a certificate; both are refused otherwise.
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const { origin, key, setup } = await firstWords(child, ended);
  return {
    origin,
    key,
    /** Of the link that sets up the console. */
    setupToken: setup,
    api: apiOf(`${origin}/v1`, { 'X-API-Key': key }),
    /** The same with the key of another account. */
    apiWith: (other) => apiOf(`${origin}/v1`, { 'X-API-Key': other }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** One request to the API; throws with the API's own words when it refuses. */
export function apiOf(base, credentials) {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...credentials, ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error.code}: ${answer.error.message}`);
    return answer;
  };
}

/** The address and the demo key, as the first start prints them. */
function firstWords(child, ended) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error('the service did not get ready')), PATIENCE_MS);
    void ended.then((code) => reject(new Error(`the service ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const origin = /at (http:\S+)/.exec(text)?.[1];
      const key = /\b(aics_\w{38})\b/.exec(text)?.[1];
      if (!origin || !key) return;
      clearTimeout(timer);
      // Printed before the key.
      resolve({ origin, key, setup: /\/console\/setup#(\S+)/.exec(text)?.[1] });
    });
  });
}
