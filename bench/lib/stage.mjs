import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import 'reflect-metadata';
import pg from 'pg';

const require = createRequire(import.meta.url);
const built = (path) => require(fileURLToPath(new URL(`../../dist/src/${path}`, import.meta.url)));
export const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

/** How many requests a key may make in a minute; the benchmarks use many keys instead of lifting the limit. */
const PER_KEY = 290;

/**
 * A PostgreSQL of its own with the settings that the service itself starts it with (every commit waits for the disk),
 * and processes of the built service on it.
 */
export class Stage {
  #children = [];

  static async start() {
    const stage = new Stage();
    stage.dataDir = await mkdtemp(join(tmpdir(), 'ai-calling-bench-'));
    const { startEmbeddedPostgres } = built('platform/embedded-postgres/embedded-postgres.js');
    stage.postgres = await startEmbeddedPostgres({
      dataDir: stage.dataDir,
      use: 'command',
    });
    stage.url = stage.postgres.url;
    stage.pool = new pg.Pool({ connectionString: stage.url, max: 4 });
    stage.secretKey = randomBytes(32).toString('hex');
    // The operator's side, in this process: accounts, keys and agents are made by the service's own code.
    const config = built('platform/config.js').readConfig(stage.#environment({ ROLE: 'api', PORT: '0' }));
    const { pino } = await import('pino');
    stage.operator = await built('service.js').createService(config, pino({ level: 'silent' }), stage.url);
    return stage;
  }

  /** The process id of the server. */
  postmaster() {
    return parseInt(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  }

  async sql(text, values = []) {
    return (await this.pool.query(text, values)).rows;
  }

  #environment(more) {
    return {
      DATABASE_URL: this.url,
      DATA_DIR: this.dataDir,
      SECRET_KEY: this.secretKey,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SIMULATOR_SPEED: 'max',
      DEMO: 'false',
      DRAIN_SECONDS: '1',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      ...more,
    };
  }

  /** Starts a process of the built service; resolves once it is ready, with its address, pid and a way to stop it. */
  async service(environment = {}) {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      ...this.#environment(environment),
    };
    return this.spawn([MAIN], env, /is ready \(\w+\) at (http:\S+)/);
  }

  /** Starts a Node program that says its address on standard output. */
  async spawn(args, env, ready) {
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const began = performance.now();
    const origin = await new Promise((resolve, reject) => {
      let text = '';
      void ended.then((code) => reject(new Error(`${args[0]} ended with ${code}: ${text}`)));
      child.stdout.on('data', (chunk) => {
        // Later output is not looked at, but must not fill the pipe.
        if (text.length > 10_000) return;
        text += chunk;
        const found = ready.exec(text)?.[1];
        if (found) resolve(found);
      });
    });
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    return { origin, pid: child.pid, readyMs: performance.now() - began, stop };
  }

  /** Makes an account that may call at any time, with an agent and so many keys. */
  async account({ keys = 1, credits = 1_000_000, ...settings } = {}) {
    const get = (path, name) => this.operator.app.get(built(path)[name], { strict: false });
    const account = await get('accounts', 'Accounts').create({
      name: 'Bench',
      hoursFrom: null,
      hoursTo: null,
      dailyLimit: 100_000_000,
      ...settings,
    });
    await get('credits', 'Credits').open(account.id, BigInt(credits) * 10_000n);
    const all = ['calls:read', 'calls:write', 'webhooks:manage', 'agents:manage', 'counsellors:manage'];
    const made = [];
    for (let at = 0; at < keys; at++) {
      const { key } = await get('auth', 'ApiKeys').create({
        accountId: account.id,
        name: 'bench',
        scopes: all,
      });
      made.push(key);
    }
    const agent = await get('agents', 'AgentEditor').create(account.id, {
      name: 'Asha',
      openingLine: 'Namaste {{contact_name}} ji, main Asha bol rahi hoon.',
      systemPrompt: 'Ask about the course and the budget. '.repeat(40),
      extractionQuestions: ['Budget kitna hai?', 'Kaunsa course?'],
    });
    return { id: account.id, agentId: agent.id ?? agent.agent?.id, keys: made };
  }

  /** Waits until a query says that something is done; seconds are the patience. */
  async until(query, values = [], seconds = 120) {
    for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
      if ((await this.sql(query, values))[0]?.done) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`not done in ${seconds} s: ${query}`);
  }

  /** Does now what PostgreSQL would do beside the measurement after rows came in bulk. */
  async settle(table = 'calls') {
    await this.sql(`VACUUM (FREEZE, ANALYZE) ${table}`);
    await this.sql('CHECKPOINT');
  }

  /** Calls that workers brought to their end, event and all; those that SQL made have no event. */
  async finishedCalls() {
    const [row] = await this.sql(
      `SELECT count(*)::integer AS count FROM webhook_events WHERE type IN ('call.completed', 'call.not_connected')`,
    );
    return row.count;
  }

  /** Gives out keys in turn, each no oftener than its limit allows. */
  static keysInTurn(keys) {
    let used = 0;
    return () => keys[Math.floor(used++ / PER_KEY) % keys.length];
  }

  async stop() {
    for (const child of this.#children) if (child.exitCode === null) child.kill('SIGKILL');
    await this.operator.close();
    await this.pool.end();
    await this.postgres.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
