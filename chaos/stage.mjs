import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomBytes } from 'node:crypto';
import { ServiceProcess } from './service-process.mjs';
import { TcpProxy } from './tcp-proxy.mjs';
import { Redis } from './redis.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const { PATH, HOME } = process.env;
const BARE = { PATH, ...(HOME && { HOME }) };

/** Four processes, the queues' and the pools' connections, and as many again while PostgreSQL notices that some died. */
const SETTINGS = { max_connections: '400' };

/**
 * Everything that a run plays on: PostgreSQL behind a proxy, the carrier's network, api and worker processes, perhaps
 * Redis; below one folder, on free ports. It works on a copy of the build, so the next build does not disturb it.
 */
export class Stage {
  apis = [];
  workers = [];
  redis = null;
  #network;

  /** @param {{seed: number, dist: string, speed: string, withRedis: boolean, settings?: Record<string, string>}} options */
  constructor({ seed, dist, speed, withRedis, settings = {} }) {
    this.seed = seed;
    this.speed = speed;
    this.withRedis = withRedis;
    this.settings = settings;
    this.folder = mkdtempSync(join(tmpdir(), 'aics-chaos-'));
    // PostgreSQL refuses root, and its own user must get in.
    chmodSync(this.folder, 0o755);
    this.dist = join(this.folder, 'service', 'dist');
    cpSync(resolve(ROOT, dist), this.dist, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'service', 'node_modules'));
  }

  async start({ apis = 2, workers = 2 } = {}) {
    const { startEmbeddedPostgres } = createRequire(`${this.dist}/src/main.js`)(
      './platform/embedded-postgres/embedded-postgres.js',
    );
    const dataDir = join(this.folder, 'data');
    this.postgresPidFile = join(dataDir, 'postgres', 'postmaster.pid');
    this.postgres = await startEmbeddedPostgres({ dataDir, use: 'service', settings: SETTINGS });
    this.directUrl = this.postgres.url;
    this.proxy = new TcpProxy(Number(new URL(this.directUrl).port));
    const url = new URL(this.directUrl);
    url.port = String(await this.proxy.start());
    this.databaseUrl = url.href;
    if (this.withRedis) this.redis = await new Redis(this.folder, await freePort()).start();
    await this.#startNetwork();
    this.environment = {
      ...BARE,
      DATABASE_URL: this.databaseUrl,
      ...(this.redis && { REDIS_URL: this.redis.url }),
      SECRET_KEY: randomBytes(32).toString('hex'),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SIMULATOR_SPEED: this.speed,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: '500ms,1s,1s,2s,2s,5s,5s,10s,20s',
      LOG_LEVEL: 'warn',
      CHAOS_CARRIER: this.networkUrl,
      CHAOS_DIST: this.dist,
      ...this.settings,
    };
    const first = this.#process('api-1', 'api', await freePort()).start();
    await first.ready();
    this.apis.push(first);
    for (let at = 2; at <= apis; at++)
      this.apis.push(this.#process(`api-${at}`, 'api', await freePort()).start());
    for (let at = 1; at <= workers; at++)
      this.workers.push(this.#process(`worker-${at}`, 'worker', 0).start());
    await Promise.all(this.processes.map((process) => process.ready()));
  }

  get processes() {
    return [...this.apis, ...this.workers];
  }

  /** The addresses of the api processes; they keep their ports. */
  get origins() {
    return this.apis.map(({ environment }) => `http://127.0.0.1:${environment.PORT}`);
  }

  /** An operator's command; resolves with its JSON, rejects when it fails. It goes past the proxy. */
  cli(...words) {
    return this.#run(join(this.dist, 'src', 'cli', 'main.js'), ...words, '--json');
  }

  /** More API keys of an account. */
  makeKeys(accountId, count) {
    return this.#run(join(ROOT, 'chaos', 'make-keys.cjs'), this.dist, accountId, String(count));
  }

  /** What the carrier's network was really asked. */
  async record() {
    const response = await fetch(`${this.networkUrl}/record`, { method: 'POST' });
    return response.json();
  }

  /** Rows, read past the proxy. */
  async rows(sql) {
    const { Client } = createRequire(import.meta.url)('pg');
    const client = new Client({ connectionString: this.directUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  killPostgres() {
    process.kill(Number(readFileSync(this.postgresPidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  }

  /** Ends everything; the folder stays when `keep`. */
  async end({ keep = false } = {}) {
    await Promise.all(this.processes.map((process) => process.end()));
    this.#network?.kill('SIGKILL');
    await this.redis?.stop();
    await this.proxy?.stop();
    await this.postgres?.stop();
    if (!keep) rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #run(script, ...words) {
    return new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [script, ...words],
        { cwd: this.folder, env: { ...BARE, DATABASE_URL: this.directUrl }, maxBuffer: 64 * 1_048_576 },
        (error, stdout, stderr) => {
          if (stdout.startsWith('{') || stdout.startsWith('[')) resolve(JSON.parse(stdout));
          else reject(new Error(`${script} ${words.join(' ')}: ${stderr || error?.message}`));
        },
      );
    });
  }

  async #startNetwork() {
    this.#network = spawn(process.execPath, [join(ROOT, 'chaos', 'carrier', 'network.mjs')], {
      env: { ...BARE, CHAOS_DIST: this.dist, CHAOS_SEED: String(this.seed), SIMULATOR_SPEED: this.speed },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { port } = await new Promise((resolve) => this.#network.once('message', resolve));
    this.networkUrl = `http://127.0.0.1:${port}`;
  }

  #process(name, role, port) {
    const environment = { ...this.environment, ROLE: role, PORT: String(port) };
    return new ServiceProcess({ name, dist: this.dist, folder: this.folder, environment });
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
