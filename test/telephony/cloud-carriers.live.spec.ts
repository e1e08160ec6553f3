import { setTimeout as sleep } from 'node:timers/promises';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Carriers } from '../../src/carriers';
import { CallTraces } from '../../src/trunks/application/call-traces';
import { CloudGateway } from '../../src/carriers/infrastructure/cloud/gateway/cloud-gateway';
import { eventually, type TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import type { FakeScript } from '../fakes/carriers/protocol.mjs';
import * as exotel from '../fakes/carriers/exotel.mjs';
import * as plivo from '../fakes/carriers/plivo.mjs';

import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  TALKS,
} from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { makeTrunk } from '../harness/trunks';

compileThreads();

const ASKS = 'I want to talk to a person, please transfer me.';

/** Of the scripts what both fakes understand. */
type Script = FakeScript & { readonly becomes?: 'answered' | 'rings' | 'busy' };

interface Carrier {
  readonly open: () => Promise<plivo.FakePlivo | exotel.FakeExotel>;
  readonly codec: string;
  readonly secret: string;
  /** What `trunk test` says of wrong credentials. */
  readonly refusal: string;
  /** How much of what came is loud. */
  readonly loud: (heard: Buffer) => number;
}

const CARRIERS: Readonly<Record<'plivo' | 'exotel', Carrier>> = {
  plivo: {
    open: () => plivo.FakePlivo.open(),
    codec: 'PCMU',
    secret: plivo.AUTH_TOKEN,
    refusal: 'refused them with 401',
    loud: (heard) => heard.filter((byte) => byte !== 0xff && byte !== 0x7f).length,
  },
  exotel: {
    open: () => exotel.FakeExotel.open(),
    codec: 'L16',
    secret: exotel.API_TOKEN,
    refusal: 'refused them with 401',
    loud: (heard) =>
      new Int16Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.length)).filter(
        (sample) => Math.abs(sample) > 500,
      ).length,
  },
};

let service: TestApp;
let speech: SpeechServer;
const logged: string[] = [];
const called: string[] = [];

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await cloudService({ ...speech.environment, LOG_LEVEL: 'debug' }, (line) => logged.push(line));
});
afterAll(async () => {
  await service.stop();
  speech.close();
});

describe.each(Object.entries(CARRIERS) as ['plivo' | 'exotel', Carrier][])('%s', (kind, carrier) => {
  let fake: plivo.FakePlivo | exotel.FakeExotel;
  let trunkId: string;
  let account: SipAccount;

  beforeAll(async () => {
    fake = await carrier.open();
    trunkId = (await cloudTrunk(service, kind, fake.url)).id;
    account = await sipAccount(service, [trunkId], { carrier: kind });
  });
  afterAll(() => fake.close());

  const callTo = (phone: string) =>
    eventually(() => {
      const [call] = fake.callsTo(phone);
      return call ? Promise.resolve(call) : Promise.reject(new Error('it is not asked for yet'));
    });

  async function dialing(script: Script) {
    const phone = number('0001');
    called.push(phone);
    fake.will(phone, script);
    const id = await queueCall(service, account, phone);
    return { id, call: await callTo(phone) };
  }

  const hangUp = (id: string) => service.app.get(Carriers, { strict: false }).find(kind)?.hangUp(`${id}.1`);

  test('passes audio and keys both ways, and continues when no person can be transferred to', async () => {
    speech.wordsByKeyterm.set(kind, [ASKS]);
    const agent_id = await makeAgent(service, account, {
      name: kind,
      language: 'english',
      opening_line: 'Hello, this is Asha.',
      keyterms: [kind],
      // The others hand the contact over.
      handoff_numbers: kind === 'exotel' ? ['+919811122233'] : [],
      ...TALKS,
    });
    const phone = number('0001');
    fake.will(phone, { speaksAtMs: 3_000, hangUpAfterMs: 7_000, keys: '1' });
    const { id } = await service.api(account).post('/calls', { agent_id, phone_number: phone });
    await reaches(service, account, id, 'completed');
    const { outcome } = await eventually(async () => {
      const read = await service.api(account).get(`/calls/${id}`);
      if (!read.outcome || !read.recording_url) throw new Error('it is not analysed yet');
      return read;
    });
    const transcript = outcome?.transcript ?? [];
    const texts = transcript.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['[DTMF 1]', 'Hello, this is Asha.', ASKS]));
    // The agent has the last word, and nobody was rung.
    expect(transcript[texts.indexOf(ASKS) + 1]).toMatchObject({ speaker: 'agent' });
    const legs = await service.unitOfWork.rows('SELECT kind FROM legs WHERE call_id = $1', [id]);
    expect(legs).toEqual([{ kind: 'contact' }]);
    const { stream } = await callTo(phone);
    expect(carrier.loud(Buffer.concat(stream?.heard ?? []))).toBeGreaterThan(8_000);
    const { data } = await service.api(account).get(`/calls/${id}/timeline`);
    const told = data.map(({ type, message }) => `${type}: ${message}`);
    expect(told).toContain(`media: Codec ${carrier.codec}.`);
    expect(told).toContainEqual(
      expect.stringMatching(`^media: Codec ${carrier.codec}; packets received \\d+, lost 0, sent \\d+\\.$`),
    );
  });

  test('hangs the call up at the carrier, and records no token in its trace', async () => {
    const { id, call } = await dialing({});
    await reaches(service, account, id, 'in_progress');
    await hangUp(id);
    await reaches(service, account, id, 'completed');
    await eventually(() => {
      expect(call.status).toBe('completed');
      return Promise.resolve();
    });
    const ends = fake.requests.filter((request) => request.startsWith('DELETE') && request.includes(call.id));
    expect(ends).toHaveLength(kind === 'plivo' ? 1 : 0);
    await eventually(async () => {
      const traced = await service.app.get(CallTraces, { strict: false }).show(id);
      expect(traced.map(({ direction }) => direction)).toEqual(expect.arrayContaining(['sent', 'received']));
      expect(traced.map(({ text }) => text).join('')).not.toMatch(/telephony\/[a-z]+\/[\w-]{43}/);
    });
  });

  // Plivo can be told to stop it: before it dials, about then, and while it rings.
  test.each(kind === 'plivo' ? [0, 10, 20, 40] : [0])(
    'connects nobody when a phone is answered %i ms after the call was given up',
    async (ms) => {
      const { id, call } = await dialing({ ringMs: kind === 'plivo' ? 20_000 : 4_000 });
      await sleep(ms);
      await hangUp(id);
      await eventually(async () => {
        const legs = await service.unitOfWork.rows(
          'SELECT ended_at IS NULL AS open FROM legs WHERE call_id = $1',
          [id],
        );
        expect(legs).toEqual([{ open: false }]);
      });
      if (kind === 'plivo') {
        await eventually(() => {
          expect(call.status).toBe('cancel');
          return Promise.resolve();
        });
      } else {
        // No request stops the ringing: who answers is not connected.
        const stream = await eventually(() =>
          call.stream ? Promise.resolve(call.stream) : Promise.reject(new Error('it still rings')),
        );
        expect(await stream.opened).toBe(404);
      }
    },
  );

  test('reports by trunk test whether the credentials are valid', async () => {
    const commands = new TelephonyOperations(service.app);
    expect(await commands.trunkTests.test(trunkId, null)).toEqual({
      ok: true,
      checks: [{ name: 'credentials', ok: true, message: `${fake.url} accepted the credentials.` }],
    });
    const { id } = await makeTrunk(service, kind, { enabled: 'no', baseUrl: fake.url });
    expect(await commands.trunkTests.test(id, null)).toMatchObject({
      ok: false,
      checks: [{ name: 'credentials', message: expect.stringContaining(carrier.refusal) as string }],
    });
  });

  test('marks a trunk with wrong credentials as down', async () => {
    const { id } = await makeTrunk(service, kind, { baseUrl: fake.url, callerId: '+911140000002' });
    const commands = new TelephonyOperations(service.app);
    await eventually(async () => {
      expect((await commands.trunks.show(id)).state).toMatchObject([
        { state: 'down', reason: 'the carrier answered 401' },
      ]);
    });
  });

  test('returns a call to the queue when the trunk has no capacity', async () => {
    const phone = number('0001');
    fake.will(phone, { refused: 429 });
    const id = await queueCall(service, account, phone);
    await eventually(async () => {
      expect(await service.api(account).get(`/calls/${id}`)).toMatchObject({
        status: 'queued',
        status_reason: 'The carrier refused (429, it has no capacity right now); it will be asked again.',
      });
    });
    await service.api(account).post(`/calls/${id}/cancel`);
  });
});

test('logs the opened port with MEDIA_PORT=0', async () => {
  const lines: string[] = [];
  const any = { MEDIA_PORT: '0', LOG_LEVEL: 'info' };
  const other = await cloudService(any, (line) => lines.push(line));
  const fake = await plivo.FakePlivo.open();
  try {
    await cloudTrunk(other, 'plivo', fake.url);
    const port = other.app.get(CloudGateway, { strict: false }).port;
    expect(port).toBeGreaterThan(0);
    const [line = '{}'] = lines.filter((text) => text.includes('media sockets'));
    expect(JSON.parse(line)).toMatchObject({ level: 30, host: '127.0.0.1', port });
  } finally {
    await fake.close();
    await other.stop();
  }
});

test('logs no number, token or secret', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of [ASKS, ...called, ...Object.values(CARRIERS).map((one) => one.secret)]) {
    expect(all).not.toContain(secret);
  }
  expect(all).not.toMatch(/telephony\/[a-z]+\/[\w-]{43}/);
});
