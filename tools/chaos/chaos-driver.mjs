import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../lib/free-port.mjs';
import { BARE_ENVIRONMENT, DIST, ROOT } from '../lib/paths.mjs';
import { ServiceDriver } from '../lib/service-driver.mjs';
import { Redis } from '../lib/redis.mjs';
import { ServiceProcess } from './service-process.mjs';

const NETWORK = fileURLToPath(new URL('carrier/network.mjs', import.meta.url));
const REMOTE_CARRIER = fileURLToPath(new URL('carrier/preload.cjs', import.meta.url));

/** Four processes, the queues' and the pools' connections, and as many again while PostgreSQL notices that some died. */
const SETTINGS = { max_connections: '400' };

/**
 * Everything that a run plays on: PostgreSQL behind a proxy, the carrier's network, api and worker processes, perhaps
 * Redis; on free ports. It works on a copy of the build, so the next build does not disturb it.
 */
export class ChaosDriver extends ServiceDriver {
  /** @type {ServiceProcess[]} */
  apis = [];
  /** @type {ServiceProcess[]} */
  workers = [];
  /** Node's options for each process: the carrier's network is one of its own. @type {string[]} */
  preload = ['--require', REMOTE_CARRIER];
  /** @type {Redis | null} */
  redis = null;
  #network;
  #networkUrl = '';

  /**
   * @param {object} options
   * @param {number} options.seed
   * @param {string} [options.dist] a build other than this tree's
   * @param {string} options.speed
   * @param {boolean} options.withRedis
   * @param {Record<string, string>} [options.settings] of the service
   */
  constructor({ seed, dist = DIST, speed, withRedis, settings = {} }) {
    super('chaos');
    this.seed = seed;
    this.speed = speed;
    this.withRedis = withRedis;
    this.settings = settings;
    this.dist = join(this.folder, 'build', 'dist');
    cpSync(resolve(ROOT, dist), this.dist, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'build', 'node_modules'));
  }

  async start({ apis = 2, workers = 2 } = {}) {
    await this.startDatabase({ proxied: true, settings: SETTINGS });
    if (this.withRedis) this.redis = await new Redis(this.folder, await freePort()).start();
    await this.#startNetwork();
    const first = this.#process('api-1', 'api', await freePort());
    await first.ready();
    this.apis.push(first);
    for (let at = 2; at <= apis; at++) this.apis.push(this.#process(`api-${at}`, 'api', await freePort()));
    for (let at = 1; at <= workers; at++) this.workers.push(this.#process(`worker-${at}`, 'worker', 0));
    await Promise.all(this.processes.map((process) => process.ready()));
  }

  /** @override */
  environment(more = {}) {
    return super.environment({
      ...(this.redis && { REDIS_URL: this.redis.url }),
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SIMULATOR_SPEED: this.speed,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_RETRY_SCHEDULE: '500ms,1s,1s,2s,2s,5s,5s,10s,20s',
      LOG_LEVEL: 'warn',
      CHAOS_CARRIER: this.#networkUrl,
      CHAOS_DIST: this.dist,
      ...this.settings,
      ...more,
    });
  }

  get processes() {
    return [...this.apis, ...this.workers];
  }

  /** The addresses of the api processes; they keep their ports. */
  get origins() {
    return this.apis.map(({ environment }) => `http://127.0.0.1:${environment.PORT}`);
  }

  /** What the carrier's network was really asked. */
  async record() {
    const response = await fetch(`${this.#networkUrl}/record`, { method: 'POST' });
    return response.json();
  }

  killPostgres() {
    process.kill(this.postmaster(), 'SIGKILL');
  }

  /** @override */
  async stop({ keep = false } = {}) {
    await Promise.all(this.processes.map((process) => process.end()));
    this.#network?.kill('SIGKILL');
    await this.redis?.stop();
    await super.stop({ keep });
  }

  async #startNetwork() {
    this.#network = spawn(process.execPath, [NETWORK], {
      env: {
        ...BARE_ENVIRONMENT,
        CHAOS_DIST: this.dist,
        CHAOS_SEED: String(this.seed),
        SIMULATOR_SPEED: this.speed,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [{ port }] = await once(this.#network, 'message');
    this.#networkUrl = `http://127.0.0.1:${port}`;
  }

  #process(name, role, port) {
    return new ServiceProcess(this, name, this.environment({ ROLE: role, PORT: String(port) })).start();
  }
}
