import { freePort } from '../../lib/free-port.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { LivePage } from './live-page.mjs';

/** Questions of fake engines and voice tests; more than one test has turns. */
const QUESTIONS = Array.from({ length: 40 }, (_, at) => `What is the name of your choice ${at + 1}?`);
const SIP = { SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0', MEDIA_PORT: '0', MEDIA_MAX_CALLS: '100' };

/** One process of the service with all roles, and people who sign in to its console. */
export class LiveDriver {
  #driver;
  #account;
  #agents = 0;
  /** The origin of the process. */
  origin = '';
  pid = 0;

  /**
   * @param {Record<string, string>} environment
   * @param {{flags?: string[], host?: string | undefined}} [options] `flags` of Node; `host`: where it is reached, else on loopback
   */
  static async start(environment, { flags = [], host } = {}) {
    const driver = await BenchDriver.start();
    try {
      const account = await driver.account({ lines: 200, recallGapSeconds: 0, keys: 4 });
      const { id } = account;
      const limits = ['--voice-tests', '20', '--voice-test-minutes', '1440'];
      await driver.cli('account', 'set', '--account', id, ...limits);
      const live = new LiveDriver(driver, account);
      const all = { ROLE: 'all', ...SIP, SPEECH_KIT: driver.folder, ...environment };
      const where = host === undefined ? {} : await addressOf(host);
      const { origin, pid } = await driver.service({ ...all, ...where }, flags);
      Object.assign(live, { origin, pid });
      return live;
    } catch (error) {
      await driver.stop();
      throw error;
    }
  }

  constructor(driver, account) {
    [this.#driver, this.#account] = [driver, account];
    this.keyInTurn = BenchDriver.keysInTurn(account.keys);
  }

  get folder() {
    return this.#driver.folder;
  }

  get accountId() {
    return this.#account.id;
  }

  /** An operator's command. */
  cli(...words) {
    return this.#driver.cli(...words);
  }

  until(query, values, timeoutSeconds) {
    return this.#driver.until(query, values, timeoutSeconds);
  }

  sql(text, values) {
    return this.#driver.sql(text, values);
  }

  /** @returns {Promise<string>} the id of a new agent */
  async agent(fields) {
    const agent = {
      name: `Agent ${++this.#agents}`,
      language: 'english',
      extraction_questions: QUESTIONS,
      system_prompt: 'Ask for the choices.',
      ...fields,
    };
    return (await this.request('POST', '/v1/agents', { key: this.keyInTurn() }, agent)).id;
  }

  /** Somebody who has just signed in, by a login of their own. */
  async person() {
    return this.#driver.session(this.#account.id, this.origin);
  }

  /** Opens the socket of a new voice test. */
  async talk({ cookie }, agent_id) {
    const test = await this.request('POST', '/console/api/voice-tests', { cookie }, { agent_id });
    return LivePage.open(this.origin, test.socket, { cookie, ticket: test.ticket });
  }

  /** A voice test once its outcome is there, or it has none. */
  async over({ cookie }, id, withinMs = 20_000) {
    for (const end = performance.now() + withinMs; performance.now() < end;) {
      const test = await this.request('GET', `/console/api/voice-tests/${id}`, { cookie });
      const isRead = test.outcome_state !== 'pending';
      if (['ended', 'failed'].includes(test.status) && isRead && test.recording_url) return test;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`the voice test ${id} has no end, outcome or recording after ${withinMs} ms`);
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} path
   * @param {{cookie?: string, key?: string}} who
   * @param {object} [body]
   */
  async request(method, path, { cookie, key }, body) {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        ...(cookie && { cookie, origin: this.origin }),
        ...(key && { 'x-api-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  stop() {
    return this.#driver.stop();
  }
}

async function addressOf(host) {
  const port = await freePort();
  return { HOST: '0.0.0.0', PORT: String(port), PUBLIC_URL: `http://${host}:${port}` };
}
