import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Operations } from '../../src/cli/operations';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TrunkSync } from '../../src/carriers/application/trunk-sync';
import { eventually, type TestAccount, type TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { callFrom, newNumber } from '../harness/inbound';
import { compileThreads, TALKS } from '../harness/sip-accounts';
import { changeOf } from '../harness/trunks';
import { channelsOf, soundsIn } from '../phone/harness/sounds';

compileThreads();

/** A carrier whose callers this suite is. Twilio has one of its own. */
interface Carrier {
  fake: FakePlivo | FakeExotel | null;
  trunk: { id: string; inboundUrl: string };
  account: TestAccount;
  called: string;
  readonly open: () => Promise<FakePlivo | FakeExotel>;
  readonly newId: () => string;
  readonly anonymous: string;
  readonly rejected: string;
  /** Whether a piece of what a caller hears is no silence. */
  readonly loud: (heard: Buffer) => number;
}

const NOBODY = { id: '', inboundUrl: '' };
const CARRIERS: Readonly<Record<'plivo' | 'exotel', Carrier>> = {
  plivo: {
    fake: null,
    trunk: NOBODY,
    account: { id: '', key: '' },
    called: '',
    open: () => FakePlivo.open(),
    newId: randomUUID,
    anonymous: 'anonymous',
    rejected: '<Response><Hangup reason="busy"/></Response>',
    loud: (heard) => heard.filter((byte) => byte !== 0xff && byte !== 0x7f).length,
  },
  exotel: {
    fake: null,
    trunk: NOBODY,
    account: { id: '', key: '' },
    called: '',
    open: () => FakeExotel.open(),
    newId: () => randomBytes(16).toString('hex'),
    anonymous: '',
    rejected: '{}',
    loud: (heard) =>
      new Int16Array(heard.buffer.slice(heard.byteOffset, heard.byteOffset + heard.length)).filter(
        (sample) => Math.abs(sample) > 500,
      ).length,
  },
};

const folder = mkdtempSync(join(tmpdir(), 'aics-cloud-inbound-'));
let service: TestApp;
let callers = 0;
const newCaller = () => `+9198200${String(++callers).padStart(5, '0')}`;

/** A number of the account that an agent answers, over the trunk. */
async function answered({ trunk, account }: Carrier, agent: object = {}): Promise<string> {
  const phone = newNumber();
  const agentId = await makeAgent(service, account, {
    direction: 'both',
    language: 'english',
    opening_line: 'Welcome, this is Asha. How can I help?',
    ...TALKS,
    ...agent,
  });
  await new Operations(service.app).telephony.addNumber(account.id, phone, { trunkId: trunk.id, agentId });
  return phone;
}

beforeAll(async () => {
  service = await cloudService();
  for (const kind of ['plivo', 'exotel'] as const) {
    const carrier = CARRIERS[kind];
    carrier.fake = await carrier.open();
    carrier.trunk = await cloudTrunk(service, kind, carrier.fake.url);
    carrier.account = await service.account();
    carrier.called = await answered(carrier);
  }
}, 120_000);
afterAll(async () => {
  await service.stop();
  for (const { fake } of Object.values(CARRIERS)) await fake?.close();
  rmSync(folder, { recursive: true });
});

const callsFrom = (caller: string) =>
  service.unitOfWork.rows('SELECT status FROM calls WHERE phone_number = $1', [caller]);

function fakeOf({ fake }: Carrier): FakePlivo | FakeExotel {
  if (!fake) throw new Error('there is no fake');
  return fake;
}

describe.each(Object.entries(CARRIERS))('%s', (kind, carrier) => {
  test('caller and agent hear each other, and the recording has both', async () => {
    const from = newCaller();
    const { stream } = await fakeOf(carrier).callIn(carrier.trunk.inboundUrl, {
      to: carrier.called,
      from,
      speaksAtMs: 800,
      hangUpAfterMs: 2_200,
    });
    expect(await stream?.opened).toBe(101);
    expect(await stream?.over).toBe('here');
    const call = await callFrom(service, carrier.account, from, 'completed');
    expect(call).toMatchObject({
      direction: 'inbound',
      ended_by: 'contact',
      account_number: carrier.called,
      phone_number: from,
    });
    expect(carrier.loud(Buffer.concat(stream?.heard ?? []))).toBeGreaterThan(4_000);
    const url = await eventually(async () => {
      const { recording_url } = await service.api(carrier.account).get(`/calls/${call.id}`);
      expect(recording_url).toEqual(expect.any(String));
      return String(recording_url);
    });
    const file = join(folder, `${kind}.wav`);
    writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
    const [agent = [], caller = []] = channelsOf(file).map((audio) => soundsIn(audio, 400));
    expect(agent.length).toBeGreaterThan(0);
    // 900 ms, as it was said: one sound, which no piece has torn.
    expect(caller).toHaveLength(1);
    const { fromMs, toMs } = caller[0] ?? { fromMs: 0, toMs: 0 };
    expect(Math.abs(toMs - fromMs - 900)).toBeLessThanOrEqual(150);
  }, 30_000);

  test('a request that comes twice is one call', async () => {
    const [from, sid] = [newCaller(), carrier.newId()];
    const both = await Promise.all(
      [0, 1].map(() =>
        fakeOf(carrier).callIn(carrier.trunk.inboundUrl, {
          to: carrier.called,
          from,
          sid,
          hangUpAfterMs: 300,
        }),
      ),
    );
    expect(both.map(({ body }) => body)).toEqual([both[0]?.body, both[0]?.body]);
    // One socket is the leg's, the other one is refused.
    const opened = await Promise.all(both.map(async ({ stream }) => stream?.opened));
    expect(opened.sort()).toEqual([101, 404]);
    await callFrom(service, carrier.account, from, 'completed');
  }, 30_000);

  test('a caller without a number is anonymous', async () => {
    const from = carrier.anonymous;
    const { stream } = await fakeOf(carrier).callIn(carrier.trunk.inboundUrl, {
      to: carrier.called,
      from,
      hangUpAfterMs: 200,
    });
    await stream?.over;
    await callFrom(service, carrier.account, 'anonymous', 'completed');
  }, 30_000);

  test('a number that is nobody’s is rejected and not recorded', async () => {
    const from = newCaller();
    const { status, body } = await fakeOf(carrier).callIn(carrier.trunk.inboundUrl, {
      to: newNumber(),
      from,
    });
    expect(status).toBe(200);
    expect(body).toContain(carrier.rejected);
    expect(await callsFrom(from)).toEqual([]);
  });

  test('an address with another token, or of another carrier, is none', async () => {
    const { inboundUrl } = carrier.trunk;
    const other = kind === 'plivo' ? 'exotel' : 'plivo';
    for (const url of [
      inboundUrl.replace(/[\w-]{43}/, randomBytes(32).toString('base64url')),
      inboundUrl.replace(`/${kind}/`, `/${other}/`),
      inboundUrl.replace(/inbound$/, 'status'),
    ]) {
      const from = newCaller();
      const refused = await fakeOf(carrier).callIn(url, { to: carrier.called, from });
      expect([404, 405]).toContain(refused.status);
      expect(refused.body).toBe('');
      expect(await callsFrom(from)).toEqual([]);
    }
  });
});

test('a caller of Exotel who has gone before the audio was connected did not reach the agent', async () => {
  const carrier = CARRIERS.exotel;
  const [from, sid] = [newCaller(), carrier.newId()];
  const query = new URLSearchParams({ CallSid: sid, CallFrom: from, CallTo: carrier.called });
  const answer = await fetch(`${carrier.trunk.inboundUrl}?${query.toString()}`);
  expect(await answer.json()).toEqual({
    url: expect.stringMatching(/^ws:\/\/.*\/telephony\/exotel\/.*\/media$/),
  });
  fakeOf(carrier).gone.add(sid);
  await eventually(async () => {
    expect(await callsFrom(from)).toEqual([{ status: 'no_answer' }]);
  });
}, 30_000);

describe('a forged callback of Plivo is 404 without a body, and changes nothing', () => {
  const plivo = () => fakeOf(CARRIERS.plivo) as FakePlivo;
  const fields = () => ({
    CallUUID: randomUUID(),
    From: newCaller(),
    To: CARRIERS.plivo.called,
    Direction: 'inbound',
    CallStatus: 'ringing',
  });
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(CARRIERS.plivo.trunk.inboundUrl, { method: 'POST', body: new URLSearchParams(form), headers });
  const signed = (form: Record<string, string>, url = CARRIERS.plivo.trunk.inboundUrl) =>
    plivo().signed(url, form);

  test.each<[string, (form: Record<string, string>) => Promise<Response>]>([
    ['no signature', (form) => post(form)],
    ['the signature of other fields', (form) => post(form, signed({ ...form, From: '+12025550111' }))],
    ['the signature of another address', (form) => post(form, signed(form, 'https://other.example/'))],
    ['another nonce', (form) => post(form, { ...signed(form), 'x-plivo-signature-v3-nonce': '1' })],
    [
      'a signature under another token alone',
      (form) => {
        const { 'x-plivo-signature-ma-v3': _, ...others } = signed(form);
        return post(form, others);
      },
    ],
    [
      'more than 64 KiB, rightly signed',
      (form) => {
        const long = { ...form, Padding: 'x'.repeat(70_000) };
        return post(long, signed(long));
      },
    ],
  ])('%s', async (_what, ask) => {
    const form = fields();
    const answer = await ask(form);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
    expect(await callsFrom(form.From)).toEqual([]);
  });
});

test('with --allow, Exotel is believed from those networks alone; a POST is 405', async () => {
  const { trunk, called } = CARRIERS.exotel;
  const allow = async (networks: string[]) => {
    await new TelephonyOperations(service.app).setTrunk(trunk.id, await changeOf({ allow: networks }), false);
    await service.app.get(TrunkSync, { strict: false }).run();
  };
  await allow(['192.0.2.0/24']);
  const from = newCaller();
  expect((await fakeOf(CARRIERS.exotel).callIn(trunk.inboundUrl, { to: called, from })).status).toBe(404);
  expect(await callsFrom(from)).toEqual([]);
  await allow(['192.0.2.0/24', '127.0.0.1/32']);
  expect((await fetch(trunk.inboundUrl, { method: 'POST' })).status).toBe(405);
  const { stream } = await fakeOf(CARRIERS.exotel).callIn(trunk.inboundUrl, {
    to: called,
    from,
    hangUpAfterMs: 200,
  });
  await stream?.over;
  await callFrom(service, CARRIERS.exotel.account, from, 'completed');
}, 30_000);
