import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { BARE_ENVIRONMENT, DIST } from './paths.mjs';
import { Program } from './program.mjs';
import { TcpProxy } from './tcp-proxy.mjs';

const MAKE_KEYS = fileURLToPath(new URL('make-keys.cjs', import.meta.url));

/** When the service is ready, and where. */
export const READY = /is ready \(\w+\) at (http:\S+?)\/?\s/;

/**
 * What a tool runs on: a PostgreSQL of its own with the settings that the service itself gives it (every commit waits for
 * the disk), processes of a build, an operator's commands; all below one temporary folder.
 */
export class ServiceDriver {
  /** The build that runs. */
  dist = DIST;
  folder;
  secretKey = randomBytes(32).toString('hex');
  /**
   * The wire between the service and PostgreSQL, where one was asked for.
   * @type {TcpProxy | undefined}
   */
  proxy;
  /** PostgreSQL itself, past the proxy. */
  directUrl = '';
  /** PostgreSQL as the service reaches it. */
  databaseUrl = '';
  /** @type {{url: string, stop(): Promise<void>} | undefined} */
  #postgres;
  /** @type {pg.Pool | undefined} */
  #pool;
  /** @type {Program[]} */
  #programs = [];

  /** @param {string} name of the tool */
  constructor(name) {
    this.folder = mkdtempSync(join(tmpdir(), `ai-calling-${name}-`));
    // PostgreSQL refuses root, and its own user must get in.
    chmodSync(this.folder, 0o755);
  }

  /**
   * Starts PostgreSQL.
   * @param {object} [options]
   * @param {'service' | 'command'} [options.use] as `startEmbeddedPostgres`: a service's is started again when it dies
   * @param {Record<string, string>} [options.settings]
   * @param {boolean} [options.proxied]
   */
  async startDatabase({ use = 'service', settings = {}, proxied = false } = {}) {
    const { startEmbeddedPostgres } = this.built('platform/embedded-postgres/embedded-postgres.js');
    const postgres = await startEmbeddedPostgres({ dataDir: this.#dataDir, use, settings });
    this.#postgres = postgres;
    this.directUrl = postgres.url;
    this.databaseUrl = postgres.url;
    if (proxied) {
      const url = new URL(postgres.url);
      this.proxy = new TcpProxy(Number(url.port));
      url.port = String(await this.proxy.start());
      this.databaseUrl = url.href;
    }
    this.#pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
    // A tool may kill the server: the next query takes a new connection.
    this.#pool.on('error', () => undefined);
  }

  /** A module of the build, by its path below `src`. */
  built(path) {
    return createRequire(`${this.dist}/src/main.js`)(`./${path}`);
  }

  /** The environment of a process of the service. @param {Record<string, string>} more @returns {NodeJS.ProcessEnv} */
  environment(more = {}) {
    return {
      ...BARE_ENVIRONMENT,
      DATABASE_URL: this.databaseUrl,
      DATA_DIR: join(this.folder, 'service'),
      SECRET_KEY: this.secretKey,
      PORT: '0',
      ...more,
    };
  }

  /** Starts a Node program that ends with the driver at the latest. */
  run(args, options) {
    const program = new Program(args, options);
    this.#programs.push(program);
    return program;
  }

  /** Starts a process of the service. */
  runService(env, options = {}) {
    return this.run([join(this.dist, 'src', 'main.js')], { env, ...options });
  }

  /**
   * Rows, read past the proxy.
   * @param {string} text
   * @param {unknown[]} values
   * @returns {Promise<any[]>}
   */
  async sql(text, values = []) {
    if (!this.#pool) throw new Error('The driver has no database yet.');
    return (await this.#pool.query(text, values)).rows;
  }

  /** The process id of the PostgreSQL server. */
  postmaster() {
    return parseInt(readFileSync(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  }

  /** An operator's command; resolves with its JSON, rejects when it says none. It goes past the proxy. */
  cli(...words) {
    return this.#command(join(this.dist, 'src', 'cli', 'main.js'), ...words, '--json');
  }

  /** API keys with every scope, many in one process: the rate limit is one of the key. */
  makeKeys(accountId, count) {
    return this.#command(MAKE_KEYS, this.dist, accountId, String(count));
  }

  /** Ends everything; the folder stays when `keep`. */
  async stop({ keep = false } = {}) {
    await Promise.all(
      this.#programs.map((program) => {
        if (program.running) program.kill('SIGKILL');
        return program.ended;
      }),
    );
    await this.#pool?.end();
    await this.proxy?.stop();
    await this.#postgres?.stop();
    if (!keep) rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  get #dataDir() {
    return join(this.folder, 'data');
  }

  #command(script, ...words) {
    const options = {
      cwd: this.folder,
      env: { ...BARE_ENVIRONMENT, DATABASE_URL: this.directUrl, SECRET_KEY: this.secretKey },
      maxBuffer: 64 * 1_048_576,
    };
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [script, ...words], options, (error, stdout, stderr) => {
        // An audit that finds something says so in its JSON, and by its exit code.
        if (stdout.startsWith('{') || stdout.startsWith('[')) resolve(JSON.parse(stdout));
        else reject(new Error(`${script} ${words.join(' ')}: ${stderr || error?.message}`));
      });
    });
  }
}
