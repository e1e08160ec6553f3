import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from '../lib/paths.mjs';
import { BenchDriver } from './bench-driver.mjs';

/** Calls begin four a second, so that their turns do not all end at once. */
const TRUNK = ['--cps', '4', '--caller-id', '+911140000001'];
const CHANNELS = 200;
const MEDIA = { ROLE: 'media', SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0', MEDIA_MAX_CALLS: '100' };
const AGENT = {
  language: 'english',
  opening_line: 'Hello, this is Asha of Sunrise College. You asked about a course. Can we talk?',
  system_prompt: 'Ask for the choices.',
  // More than the longest call has turns.
  extraction_questions: Array.from({ length: 40 }, (_, at) => `What is the name of your choice ${at + 1}?`),
};
/** Calls that are over have their last turns in the database after this. */
const STORED_WITHIN_S = 20;

/** Real calls between media processes of the built service and telephones that speak. */
export class SpokenDriver {
  #driver;
  #api;
  #account;
  #nextKey;
  #calls = 0;

  /**
   * @param {Record<string, string>} [environment] of all processes
   * @param {string} [dist] another build than this tree's
   */
  static async start(environment = {}, dist) {
    const driver = await BenchDriver.start({ dist });
    const account = await driver.account({ keys: 10, lines: 200, recallGapSeconds: 0 });
    return new SpokenDriver(driver, await driver.service({ ROLE: 'api', ...environment }), account);
  }

  constructor(driver, api, account) {
    [this.#driver, this.#api, this.#account] = [driver, api, account];
    this.#nextKey = BenchDriver.keysInTurn(account.keys);
  }

  get folder() {
    return this.#driver.folder;
  }

  sql(text, values) {
    return this.#driver.sql(text, values);
  }

  until(query, values, timeoutSeconds) {
    return this.#driver.until(query, values, timeoutSeconds);
  }

  /** A media process, once it is ready. */
  media(environment) {
    return this.#driver.service({ ...MEDIA, ...environment });
  }

  /**
   * An agent with this voice; calls go over a trunk to this telephone from now on.
   * @param {string} address
   * @param {Record<string, unknown>} agent its fields, besides those that all have
   * @returns {Promise<string>} the agent's id
   */
  async agentTo(address, agent) {
    await this.trunkTo(address);
    return this.agent(address, agent);
  }

  /** Calls go over a trunk to this telephone from now on. */
  async trunkTo(address, channels = CHANNELS) {
    await this.useTrunk(await this.trunk(address, '--channels', String(channels)));
  }

  /**
   * A trunk to this telephone.
   * @param {string} address
   * @param {...string} words more options of the command; the last of a name counts
   * @returns {Promise<string>} its id
   */
  async trunk(address, ...words) {
    const name = ['--name', address, '--server', address];
    const options = ['--channels', String(CHANNELS), ...TRUNK, ...words];
    return (await this.#driver.cli('trunk', 'add', '--kind', 'sip', ...name, ...options)).id;
  }

  /** Calls go over this trunk from now on. */
  async useTrunk(id) {
    const { id: account } = this.#account;
    await this.#driver.cli('account', 'set', '--account', account, '--carrier', 'sip', '--trunks', id);
  }

  /** @returns {Promise<string>} the agent's id */
  async agent(name, fields) {
    return (await this.#post('/agents', { name, ...AGENT, ...fields })).id;
  }

  /** Queues so many calls, each to a number of its own. @returns {Promise<string[]>} their ids */
  async call(agent, count) {
    const ids = [];
    for (let at = 0; at < count; at++) ids.push(await this.callTo(agent, this.newNumber()));
    return ids;
  }

  /** A number that nobody was called at. */
  newNumber() {
    return `+9198${10_000_000 + this.#calls++}`;
  }

  /** @returns {Promise<string>} the call's id */
  async callTo(agent, number) {
    return (await this.#post('/calls', { agent_id: agent, phone_number: number })).id;
  }

  /** `response_ms` of all answers of these calls, which are over. */
  async responseTimes(ids) {
    const talks = await Promise.all(ids.map((id) => this.turnsOf(id)));
    return talks.flatMap((turns) => turns.flatMap(({ responseMs }) => responseMs ?? []));
  }

  /** The turns of a call that is over. @returns {Promise<any[]>} */
  async turnsOf(id) {
    const over = 'SELECT count(*) = 0 AS done FROM legs WHERE call_id = $1 AND ended_at IS NULL';
    await this.until(over, [id], STORED_WITHIN_S);
    const talks = await this.sql('SELECT turns FROM call_talks WHERE call_id = $1', [id]);
    return talks.flatMap(({ turns }) => turns);
  }

  /** Where the recording of a call is once it is stored. */
  recordingOf(call) {
    return join(this.folder, 'service', 'recordings', `${call}.wav`);
  }

  stop() {
    return this.#driver.stop();
  }

  async #post(path, body) {
    const answer = await fetch(`${this.#api.origin}/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': this.#nextKey(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status > 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

/** The offline speech kit of this machine. @throws where it is not installed */
export function speechKit() {
  const { readConfig } = createRequire(import.meta.url)(join(DIST, 'src/platform/config/config.js'));
  const { kit } = readConfig({ SPEECH_KIT: process.env.SPEECH_KIT }).speech;
  if (kit === null) throw new Error('The offline speech kit is not installed: npm run speech-kit.');
  return kit;
}

/** Writes a WAV file with a tone that begins and ends sharply, so that its end can be measured. */
export async function writeTone(path, ms) {
  const { tones, wav } = createRequire(import.meta.url)(join(DIST, 'src/media/index.js'));
  const tone = tones.toneSamples({ hertz: [500], pattern: null, level: -16 }, ms);
  const stereo = Int16Array.from({ length: 2 * tone.length }, (_, at) => tone[at >> 1]);
  await writeFile(
    path,
    Buffer.concat([wav.wavHeader(stereo.byteLength), new Uint8Array(stereo.buffer, 0, stereo.byteLength)]),
  );
}
