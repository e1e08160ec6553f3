import { VOICE, startSpeechServer } from '../../lib/speech-server.mjs';
import { BenchDriver } from '../bench-driver.mjs';
import { RegisteringPhone } from './phone.mjs';

const SIP = { SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0', MEDIA_PORT: '0', MEDIA_MAX_CALLS: '100' };
/** Trial phones that are made at the same time: each waits until the service has opened its trunk. */
const MADE_AT_ONCE = 100;
/** A session may make 600 requests a minute. */
const LOOK_MS = 150;
const TRUNK = ['--channels', '100', '--cps', '20', '--caller-id', '+911140000001'];

/** A service with all roles, whose console sets up a trial phone, and other accounts with theirs. */
export class RegistrarDriver {
  #driver;
  #speech;
  #account;
  #admin;
  #phones = 0;
  #calls = 0;
  agentId = '';
  /** The pid of the service's process. */
  pid = 0;
  origin = '';
  /** The port of the service's SIP, once a trial phone was set up. */
  port = 0;

  /** @param {string[]} [flags] of Node */
  static async start(flags = []) {
    const own = new RegistrarDriver();
    own.#driver = await BenchDriver.start();
    own.#speech = await startSpeechServer({ hears: 'I live in Delhi.', msPerCharacter: 25 });
    try {
      await own.#begin(flags);
      return own;
    } catch (error) {
      await own.stop();
      throw error;
    }
  }

  async #begin(flags) {
    const driver = this.#driver;
    this.#account = await driver.account({ lines: 100, recallGapSeconds: 0, trialPhone: true });
    await driver.cli('account', 'set', '--account', this.#account.id, '--voice-test-minutes', '1440');
    const service = await driver.service({ ROLE: 'all', ...SIP, ...this.#speech.environment }, flags);
    this.origin = service.origin;
    this.pid = service.pid;
    this.#admin = await driver.session(this.#account.id, this.origin);
    const agent = {
      name: 'Maya',
      language: 'english',
      opening_line: 'Hello, this is Maya of Sunrise College. Can we talk?',
      system_prompt: 'Ask for the choices.',
      extraction_questions: Array.from(
        { length: 40 },
        (_, at) => `What is the name of your choice ${at + 1}?`,
      ),
      ...VOICE,
    };
    this.agentId = (await this.#request('POST', '/v1/agents', agent)).id;
  }

  get folder() {
    return this.#driver.folder;
  }

  /** As the console: sets the trial phone of the first account up. */
  async setUp() {
    const phone = await this.console('POST', '');
    this.port = phone.port;
    return phone;
  }

  /** As the console, until its page shows that the softphone is registered. */
  async registered() {
    for (const end = performance.now() + 20_000; performance.now() < end;) {
      if ((await this.console('GET', '')).state === 'registered') return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw new Error('the softphone is not registered');
  }

  /** As the console: "Ring my softphone". */
  ring() {
    return this.console('POST', '/ring', { agent_id: this.agentId });
  }

  /** @param {'GET' | 'POST' | 'DELETE'} method @param {object} [body] */
  console(method, path, body) {
    return this.#request(method, `/console/api/trial-phone${path}`, body);
  }

  /** Waits until a call is over. */
  over(call) {
    return this.#driver.until('SELECT finished_at IS NOT NULL AS done FROM calls WHERE id = $1', [call]);
  }

  /** A softphone with a trial phone's user, and an address that no other one has. */
  phone(user) {
    const at = ++this.#phones;
    return RegisteringPhone.open({
      digest: this.#driver.built('sip/domain/digest/digest.js'),
      user,
      port: this.port,
      address: `127.${1 + (at >> 14)}.${(at >> 7) & 127}.${1 + (at & 127)}`,
    });
  }

  /** `count` trial phones of other accounts, whose trunks the service has opened. @returns {Promise<RegisteringPhone[]>} */
  async phones(count) {
    const users = [];
    while (users.length < count) {
      const more = Math.min(MADE_AT_ONCE, count - users.length);
      users.push(...(await Promise.all(Array.from({ length: more }, () => this.#driver.trialPhone()))));
    }
    return Promise.all(users.map((user) => this.phone(user)));
  }

  /** Calls to a test softphone begin. */
  async call(address, count) {
    const { id } = this.#account;
    const trunk = ['trunk', 'add', '--kind', 'sip', '--name', address, '--server', address, ...TRUNK];
    const { id: trunkId } = await this.#driver.cli(...trunk);
    await this.#driver.cli('account', 'set', '--account', id, '--carrier', 'sip', '--trunks', trunkId);
    for (let at = 0; at < count; at++) {
      const phone_number = `+9198${10_000_000 + this.#calls++}`;
      await this.#request('POST', '/v1/calls', { agent_id: this.agentId, phone_number });
    }
  }

  async stop() {
    await this.#driver.stop();
    this.#speech.close();
  }

  async #request(method, path, body) {
    const inConsole = path.startsWith('/console');
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        ...(inConsole
          ? { cookie: this.#admin.cookie, origin: this.origin }
          : { 'x-api-key': this.#account.keys[0] }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
