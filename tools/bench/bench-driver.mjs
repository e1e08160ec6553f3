import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import 'reflect-metadata';
import { pino } from 'pino';
import { freePort } from '../lib/free-port.mjs';
import { DIST } from '../lib/paths.mjs';
import { READY, ServiceDriver } from '../lib/service-driver.mjs';

/** How many requests a key may make in a minute; the benchmarks use many keys instead of lifting the limit. */
const PER_KEY = 290;
const SCOPES = ['calls:read', 'calls:write', 'webhooks:manage', 'agents:manage', 'counsellors:manage'];

/** A driver to measure on: accounts are made by the service's own code, in this process. */
export class BenchDriver extends ServiceDriver {
  /** What drivers run that name no build. */
  static build = DIST;
  /** The service's own modules, which answer nobody: the operator's side. */
  #operator;

  /**
   * @param {object} [options]
   * @param {string} [options.dist] another build than the others run
   * @param {Record<string, string>} [options.settings] of PostgreSQL
   */
  static async start({ dist = BenchDriver.build, settings } = {}) {
    const driver = new BenchDriver('bench');
    driver.dist = resolve(dist);
    await driver.startDatabase({ use: 'command', settings });
    const config = driver.built('platform/config/config.js').readConfig(driver.environment({ ROLE: 'api' }));
    const { createService } = driver.built('bootstrap/service.js');
    driver.#operator = await createService(config, pino({ level: 'silent' }), driver.databaseUrl);
    return driver;
  }

  /** @override */
  environment(more = {}) {
    return super.environment({
      PUBLIC_URL: 'http://127.0.0.1:3000',
      SIMULATOR_SPEED: 'max',
      DEMO: 'false',
      DRAIN_SECONDS: '1',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
      ...more,
    });
  }

  /**
   * Starts a process of the built service; resolves once it is ready, as `spawn`.
   * @param {string[]} flags of Node
   */
  async service(environment = {}, flags = []) {
    const port = String(await freePort());
    // The address that it says is its PUBLIC_URL, which a process with another role than `all` must have.
    const address = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
    return this.spawn([...flags, this.main], this.environment({ ...address, ...environment }), READY);
  }

  /** The service's program. */
  get main() {
    return join(this.dist, 'src', 'main.js');
  }

  /** Starts a Node program; resolves with its address as it says it, its pid, and a way to stop it. */
  async spawn(args, env, ready) {
    const program = this.run(args, { env });
    const origin = await program.said(ready);
    const readyMs = performance.now() - program.startedAt;
    return { origin, pid: program.pid, readyMs, stop: () => program.stop() };
  }

  /** A provider of the operator's application. */
  #get(path, name) {
    return this.#operator.app.get(this.built(path)[name], { strict: false });
  }

  /**
   * Makes an account that may call at any time, with an agent and so many keys.
   * @param {Record<string, unknown> & {keys?: number, credits?: number}} plan
   */
  async account({ keys = 1, credits = 1_000_000, ...settings } = {}) {
    const account = await this.#get('accounts', 'Accounts').create({
      name: 'Bench',
      opensAtMinute: null,
      closesAtMinute: null,
      // Their names in older builds, for comparisons.
      hoursFrom: null,
      hoursTo: null,
      dailyLimit: 100_000_000,
      ...settings,
    });
    await this.#get('credits', 'Credits').open(account.id, BigInt(credits) * 10_000n);
    const made = [];
    for (let at = 0; at < keys; at++) {
      const { key } = await this.#get('auth', 'ApiKeys').create({
        accountId: account.id,
        name: 'bench',
        scopes: SCOPES,
      });
      made.push(key);
    }
    const agent = await this.#get('agents', 'AgentCreation').create(account.id, {
      name: 'Asha',
      openingLine: 'Namaste {{contact_name}} ji, main Asha bol rahi hoon.',
      systemPrompt: 'Ask about the course and the budget. '.repeat(40),
      extractionQuestions: ['Budget kitna hai?', 'Kaunsa course?'],
      // The engine of lib/speech-server.mjs.
      ttsModel: 'openai',
      voice: 'alloy',
    });
    return { id: account.id, agentId: agent.id ?? agent.agent?.id, keys: made };
  }

  /**
   * The trial phone of a new account.
   * @returns {Promise<{username: string, password: string}>}
   */
  async trialPhone() {
    const { id } = await this.#get('accounts', 'Accounts').create({ name: 'Bench', trialPhone: true });
    const trunks = this.#get('trunks', 'TrialTrunks');
    const password = await trunks.create(id);
    return { username: (await trunks.of(id)).username, password };
  }

  /** Signs a new admin of an account in; the cookie is as a browser at this address sends it. */
  async session(accountId, origin) {
    const email = `${randomUUID()}@example.com`;
    const person = { email, name: 'Bench', mobileNumber: null };
    const { loginId } = await this.#get('accounts', 'People').members.addRole(accountId, person, 'ADMIN');
    const from = { address: '127.0.0.1', userAgent: 'bench' };
    const { token } = await this.#get('sign-in/application/sessions.js', 'Sessions').open(loginId, from);
    const name = `aics-${new URL(origin).port}`;
    return { name, value: token, cookie: `${name}=${token}` };
  }

  /**
   * Waits until a query says that something is done.
   * @param {unknown[]} values
   */
  async until(query, values = [], timeoutSeconds = 120) {
    for (const end = performance.now() + timeoutSeconds * 1_000; performance.now() < end;) {
      if ((await this.sql(query, values))[0]?.done) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`not done in ${timeoutSeconds} s: ${query}`);
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

  /** @override */
  async stop(options) {
    await this.#operator?.close();
    await super.stop(options);
  }
}
