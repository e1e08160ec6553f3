import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const run = promisify(execFile);

/** The built service on an embedded PostgreSQL in a folder of its own, with keys enough to send at any pace. */
export class FuzzedService {
  output = '';
  exited = null;
  #child;
  #dataDir;

  static async start(keyCount) {
    const service = new FuzzedService();
    service.#dataDir = await mkdtemp(join(tmpdir(), 'aics-fuzz-'));
    service.#child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
      cwd: ROOT,
      env: {
        ...service.#environment(),
        PORT: '0',
        LOG_LEVEL: 'error',
        SIMULATOR_SPEED: 'max',
        DRAIN_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [service.#child.stdout, service.#child.stderr])
      stream.on('data', (chunk) => (service.output += chunk));
    service.ended = new Promise((done) =>
      service.#child.once('exit', (code, signal) => {
        service.exited = code ?? signal;
        done();
      }),
    );
    try {
      service.url = new URL(await service.#ready());
      service.keys = await service.#makeKeys(keyCount);
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  get address() {
    return { host: this.url.hostname, port: Number(this.url.port) };
  }

  get alive() {
    return this.exited === null;
  }

  /** Resident memory in MiB, where the system tells it. */
  async memory() {
    const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024;
  }

  /** Connections that the service has open, where the system tells it. */
  async connections() {
    const tables = await Promise.all(
      ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
    );
    const port = Number(this.url.port).toString(16).toUpperCase().padStart(4, '0');
    const ESTABLISHED = '01';
    return tables
      .flatMap((table) => table.split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${port}`) && state === ESTABLISHED).length;
  }

  /** Ends it as Ctrl-C does; resolves with its exit code or signal. */
  async stop() {
    if (this.alive) this.#child.kill('SIGINT');
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), 30_000);
    await this.ended;
    clearTimeout(patience);
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    return this.exited;
  }

  async #ready() {
    for (let waited = 0; waited < 1_200; waited++) {
      const origin = /is ready \(\w+\) at (http:\S+)/.exec(this.output)?.[1];
      if (origin) return origin;
      if (!this.alive) break;
      await new Promise((wait) => setTimeout(wait, 100));
    }
    throw new Error(`The service did not start: ${this.output}`);
  }

  /** The demo account's key, and more of the same account: the rate limit is one of the key. */
  async #makeKeys(count) {
    const demo = /\b(aics_\w{38})\b/.exec(this.output)?.[1];
    const [account] = await this.#cli('account', 'list');
    const words = ['key', 'create', '--account', account.id, '--name', 'fuzz', '--scopes', 'all'];
    const keys = [demo];
    while (keys.length < count) {
      const some = Array.from({ length: Math.min(4, count - keys.length) }, () => this.#cli(...words));
      keys.push(...(await Promise.all(some)).map(({ key }) => key));
    }
    return keys;
  }

  async #cli(...words) {
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts', 'cli.mjs'), ...words, '--json'], {
      cwd: ROOT,
      env: this.#environment(),
    });
    return JSON.parse(stdout);
  }

  #environment() {
    const { PATH, HOME, TMPDIR } = process.env;
    return { PATH, ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }), DATA_DIR: this.#dataDir };
  }
}
