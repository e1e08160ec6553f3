import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAKES } from '../../../test/fakes/carriers/index.mjs';
import { DemoService } from '../../lib/demo-service.mjs';
import { freePort } from '../../lib/free-port.mjs';
import { silence } from '../../lib/silence.mjs';
import { Softphone } from '../../lib/softphone.mjs';

const KINDS = ['sip', ...Object.keys(FAKES)];
/** The number of each kind of trunk. */
const NUMBERS = Object.fromEntries(
  KINDS.map((kind, at) => [kind, `+9122480020${String(at).padStart(2, '0')}`]),
);
/** A key may ask 300 times a minute. */
const KEYS = 10;

/** A service with accounts on trunks of every kind, whose engines and carriers are spoiled. */
export class OutsideService extends DemoService {
  /** @type {{id: string, keys: string[], agents: string[], counsellorId: string, kind: string, trunkId: string}[]} */
  accounts = [];
  sipPort = 0;
  phoneNumber = NUMBERS.sip;
  /** @type {Softphone | undefined} */
  #softphone;
  #numbers = 0;
  #urls = {};
  #asked = 0;

  async begin(engines, clouds, phone) {
    const [sipPort, mediaPort] = [await freePort(), await freePort()];
    this.sipPort = sipPort;
    await this.start({
      ...engines.environment,
      SIP_HOST: '127.0.0.1',
      SIP_PORT: `${sipPort}`,
      RTP_PORTS: '0',
      MEDIA_MAX_CALLS: '200',
      MEDIA_PORT: `${mediaPort}`,
      MEDIA_PUBLIC_URL: `http://127.0.0.1:${mediaPort}`,
    });
    const tone = join(this.folder, 'tone.wav');
    writeFileSync(tone, toneWav(1));
    this.#softphone = await Softphone.listening(
      '--answer-after',
      '0.1',
      '--say',
      tone,
      '--say',
      tone,
      '--hang-up-after',
      '6',
    );
    const sip = {
      allow: '127.0.0.1/32',
      'keep-alive': 0,
      'inbound-per-second': 1_000,
      'caller-id': '+911140000001',
    };
    await this.#addAccount('sip', { ...sip, server: phone.address });
    await this.#addAccount('sip', { ...sip, server: this.#softphone.address, allow: '127.0.0.9/32' });
    for (const { kind, trunk } of clouds) await this.#addAccount(kind, trunk);
  }

  /** @override */
  async end() {
    await this.#softphone?.stop();
    return super.end();
  }

  numberOf(kind) {
    return NUMBERS[kind];
  }

  /** Calls of every voice, and one of two people. */
  async queue(account, count) {
    for (let n = 0; n < count; n++) {
      const agent_id = account.agents[n % account.agents.length];
      await this.#send(account, 'POST', '/v1/calls', { agent_id, phone_number: this.#number() });
    }
    const { counsellorId: counsellor_id } = account;
    await this.#send(account, 'POST', '/v1/human-calls', {
      counsellor_id,
      phone_number: this.#number(),
      analyze: true,
    });
  }

  /** The address for calls that come in over an account's trunk. */
  async inboundUrl(kind) {
    const { trunkId } = this.accounts.find((account) => account.kind === kind) ?? {};
    return (this.#urls[kind] ??= (await this.cli('trunk', 'show', '--trunk', trunkId)).inbound_url);
  }

  /** Calls that are not final so long after the last was asked for. */
  async openAfter(ms) {
    for (const end = Date.now() + ms; ; await sleep(500)) {
      const open = await this.sql(
        `SELECT c.*, (SELECT json_agg(json_build_object('kind', kind, 'trunk', trunk_id, 'began', began_at, 'rang', rang_at,
           'answered', answered_at, 'ended', ended_at, 'status', last_status)) FROM legs WHERE call_id = c.id) AS legs
         FROM (SELECT id, status, carrier FROM calls WHERE finished_at IS NULL
           UNION ALL SELECT id, status, carrier FROM human_calls WHERE ended_at IS NULL) AS c`,
      );
      if (open.length === 0 || Date.now() > end || !this.program?.running) return open;
    }
  }

  /** What a client reads of an account. */
  async pathsOf({ id }) {
    const calls = await this.sql('SELECT id FROM calls WHERE account_id = $1', [id]);
    const humans = await this.sql('SELECT id FROM human_calls WHERE account_id = $1', [id]);
    return [
      '/v1/calls?limit=100',
      '/v1/human-calls?limit=100',
      ...calls.flatMap((call) => [`/v1/calls/${call.id}`, `/v1/calls/${call.id}/timeline`]),
      ...humans.map((call) => `/v1/human-calls/${call.id}`),
    ];
  }

  get(account, path) {
    return this.#ask(account, 'GET', path);
  }

  async #addAccount(kind, options) {
    const trunkId = (
      await this.cli(
        'trunk',
        'add',
        ...words({ kind, name: `${kind} ${this.accounts.length}`, channels: 100, cps: 50, ...options }),
      )
    ).id;
    const settings = {
      name: `${kind} ${this.accounts.length}`,
      lines: 50,
      credits: 1_000_000,
      carrier: kind,
      trunks: trunkId,
      'calling-hours': 'always',
      'recall-gap-minutes': 0,
    };
    const made = await this.cli('account', 'create', ...words(settings), '--with-key');
    /** @type {OutsideService['accounts'][number]} */
    const account = {
      id: made.id,
      keys: [made.key, ...(await this.makeKeys(made.id, KEYS - 1))],
      agents: [],
      counsellorId: '',
      kind,
      trunkId,
    };
    await this.#addAgents(account);
    const counsellor = {
      name: 'Counsellor',
      send_welcome_email: false,
      mobile_number: `+91990000000${this.accounts.length}`,
      email: `counsellor-${this.accounts.length}@fuzz.invalid`,
    };
    account.counsellorId = (await this.#send(account, 'POST', '/v1/counsellors', counsellor)).id;
    if (!this.accounts.some((one) => one.kind === kind)) {
      await this.cli(
        'number',
        'add',
        ...words({
          account: account.id,
          phone: NUMBERS[kind],
          trunk: trunkId,
          agent: account.agents[0],
          outbound: 'no',
        }),
      );
    }
    this.accounts.push(account);
  }

  /** An agent of each voice engine. */
  async #addAgents(account) {
    const { data: voices } = (await this.#ask(account, 'GET', '/v1/voices?language=english')).body;
    for (const { id: tts_model, available, voices: spoken } of voices) {
      const voice = spoken[0]?.id;
      if (!available || voice === undefined) continue;
      const agent = await this.#send(account, 'POST', '/v1/agents', {
        name: tts_model,
        opening_line: 'Hello, may I ask two questions?',
        system_prompt: 'Find out whether the contact is interested.',
        extraction_questions: ['Is the contact interested?'],
        language: 'english',
        direction: 'both',
        max_call_minutes: 1,
        tts_model,
        voice,
      });
      account.agents.push(agent.id);
    }
  }

  #number() {
    return `+9198${20_000_000 + ++this.#numbers}`;
  }

  async #send(account, method, path, body) {
    const answer = await this.#ask(account, method, path, body);
    if (answer.status > 299)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #ask({ keys }, method, path, body) {
    const key = keys[++this.#asked % keys.length];
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        'Content-Type': 'application/json',
        'Idempotency-Key': `fuzz-${this.#asked}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }
}

const words = (options) => Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);

/** WAV, 16 bit, 8 kHz. */
function toneWav(seconds) {
  const wav = silence(seconds);
  for (let at = 44; at < wav.length; at += 2) wav.writeInt16LE(3_000 * Math.sin(at / 4), at);
  return wav;
}
