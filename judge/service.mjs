import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { TcpProxy } from '../chaos/tcp-proxy.mjs';

const ROOT = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const DIST = join(ROOT, 'dist');
const { PATH, HOME } = process.env;
const BARE = { PATH, ...(HOME && { HOME }) };
const run = promisify(execFile);

/** The built service with its demo account, on an embedded PostgreSQL that can be taken out of its reach. */
export class JudgedService {
  output = '';
  #folder;
  #postgres;
  #proxy;
  #child;
  #ended;

  static async start() {
    const service = new JudgedService();
    service.#folder = mkdtempSync(join(tmpdir(), 'aics-judged-'));
    // PostgreSQL refuses root, and its own user must get in.
    chmodSync(service.#folder, 0o755);
    try {
      await service.#start();
    } catch (error) {
      await service.stop();
      throw error;
    }
    return service;
  }

  async #start() {
    const { startEmbeddedPostgres } = createRequire(`${DIST}/src/main.js`)(
      './platform/embedded-postgres/embedded-postgres.js',
    );
    this.#postgres = await startEmbeddedPostgres({ dataDir: join(this.#folder, 'data'), use: 'service' });
    this.#proxy = new TcpProxy(Number(new URL(this.#postgres.url).port));
    const url = new URL(this.#postgres.url);
    url.port = String(await this.#proxy.start());
    this.#child = spawn(process.execPath, [join(DIST, 'src', 'main.js')], {
      cwd: this.#folder,
      env: {
        ...BARE,
        DATABASE_URL: url.href,
        DATA_DIR: join(this.#folder, 'service'),
        SECRET_KEY: randomBytes(32).toString('hex'),
        DEMO: 'true',
        PORT: '0',
        LOG_LEVEL: 'error',
        SIMULATOR_SPEED: 'max',
        DRAIN_SECONDS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#ended = new Promise((done) => this.#child.once('close', done));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on('data', (chunk) => (this.output += chunk));
    this.url = await this.#said(/is ready \(\w+\) at (http:\S+?)\/?\s/);
    this.demoKey = await this.#said(/\b(aics_\w{38})\b/);
  }

  /** An operator's command; it goes past what takes the database away. */
  cli(...words) {
    return this.#json(join(DIST, 'src', 'cli', 'main.js'), ...words, '--json');
  }

  /** API keys with every scope: the rate limit is one of the key. */
  makeKeys(accountId, count) {
    return this.#json(join(ROOT, 'chaos', 'make-keys.cjs'), DIST, accountId, String(count));
  }

  loseDatabase() {
    this.#proxy.goAway();
  }

  async stop() {
    this.#proxy?.restore();
    const patience = setTimeout(() => this.#child?.kill('SIGKILL'), 30_000);
    this.#child?.kill('SIGINT');
    await this.#ended;
    clearTimeout(patience);
    await this.#proxy?.stop();
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #said(words) {
    for (let waited = 0; waited < 600; waited++) {
      const found = words.exec(this.output)?.[1];
      if (found) return found;
      if (this.#child.exitCode !== null) break;
      await new Promise((wait) => setTimeout(wait, 100));
    }
    throw new Error(`The service did not start: ${this.output}`);
  }

  async #json(...words) {
    const env = { ...BARE, DATABASE_URL: this.#postgres.url };
    const { stdout } = await run(process.execPath, words, { cwd: this.#folder, env });
    return JSON.parse(stdout);
  }
}
