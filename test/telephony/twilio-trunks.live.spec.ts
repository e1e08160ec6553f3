import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Carriers } from '../../src/carriers';
import { CallTraces } from '../../src/trunks/application/call-traces';
import { eventually, type TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { cloudService, twilioTrunk } from '../harness/cloud-service';
import { type TwilioCall, FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { freePort } from '../harness/free-port';
import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  TALKS,
} from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { changeOf, makeTrunk } from '../harness/trunks';

compileThreads();

let service: TestApp;
let speech: SpeechServer;
let twilio: FakeTwilio;
let trunkId: string;
let account: SipAccount;
const logged: string[] = [];

beforeAll(async () => {
  twilio = await FakeTwilio.open();
  speech = await SpeechServer.start();
  service = await cloudService({ ...speech.environment, LOG_LEVEL: 'debug' }, (line) => logged.push(line));
  trunkId = (await twilioTrunk(service, twilio.url)).id;
  account = await sipAccount(service, [trunkId], { carrier: 'twilio' });
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await twilio.close();
});

async function timeline(id: string, owner = account): Promise<string[]> {
  const { data } = await service.api(owner).get(`/calls/${id}/timeline`);
  return data.map(({ type, message }) => `${type}: ${message}`);
}

/** The carrier's call to a number, once it has been asked for. */
const theCall = (phone: string): Promise<TwilioCall> =>
  eventually(() => {
    const [call] = twilio.callsTo(phone);
    if (!call) throw new Error('it is not asked for yet');
    return Promise.resolve(call);
  });

const dialing = async (script: Parameters<FakeTwilio['will']>[1]) => {
  const phone = number('0001');
  twilio.will(phone, script);
  const id = await queueCall(service, account, phone);
  return { id, phone, call: await theCall(phone) };
};

test('passes speech and keys both ways, and stores the talk', async () => {
  speech.wordsByKeyterm.set('Cloud', ['Yes, please.']);
  const agent_id = await makeAgent(service, account, {
    name: 'Cloud',
    language: 'english',
    opening_line: 'Hello, this is Asha.',
    keyterms: ['Cloud'],
    ...TALKS,
  });
  const phone = number('0001');
  twilio.will(phone, { speaksAtMs: 3_000, hangUpAfterMs: 6_500, keys: '1' });
  const { id } = await service.api(account).post('/calls', { agent_id, phone_number: phone });
  await reaches(service, account, id, 'completed');
  const call = await eventually(async () => {
    const read = await service.api(account).get(`/calls/${id}`);
    if (!read.outcome || !read.recording_url) throw new Error('it is not analysed yet');
    return read;
  });
  const { transcript } = call.outcome!;
  expect(transcript.map(({ speaker }) => speaker).slice(0, 2)).toEqual(['contact', 'agent']);
  expect(transcript.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['[DTMF 1]', 'Hello, this is Asha.', 'Yes, please.']),
  );
  const [{ stream } = { stream: null }] = twilio.callsTo(phone);
  // More than a second of the agent's voice reached the phone.
  expect(
    Buffer.concat(stream?.heard ?? []).filter((byte) => byte !== 0xff && byte !== 0x7f).length,
  ).toBeGreaterThan(8_000);
  const told = await timeline(id);
  expect(told).toContainEqual(
    expect.stringMatching(/^media: Codec PCMU; packets received \d+, lost 0, sent \d+\.$/),
  );
  const recording = await fetch(call.recording_url ?? '');
  const seconds = ((await recording.arrayBuffer()).byteLength - 44) / 32_000;
  expect(Math.abs(seconds - 6.5)).toBeLessThan(1);
});

test('hangs the call up at the carrier', async () => {
  const { id, call } = await dialing({});
  await reaches(service, account, id, 'in_progress');
  await service.app.get(Carriers, { strict: false }).find('twilio')?.hangUp(`${id}.1`);
  await reaches(service, account, id, 'completed');
  expect(await call.stream?.over).toBeDefined();
  await eventually(async () => {
    expect(call.status).toBe('completed');
    const traced = await service.app.get(CallTraces, { strict: false }).show(id);
    const texts = traced.map(({ direction, text }) => `${direction} ${text}`);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^sent POST \/2010-04-01\/Accounts\/AC0+\/Calls\.json\nTo=/),
        expect.stringMatching(/^received 201\n\{"sid":"CA/),
        expect.stringContaining('Status=completed'),
      ]),
    );
    const [token = '?'] = /[\w-]{43}/.exec(call.form.get('StatusCallback') ?? '') ?? [];
    expect(texts.join('')).not.toContain(token);
  });
});

test('tries the next trunk after a refusal, and returns the call to the queue after a temporary one', async () => {
  const other = await FakeTwilio.open();
  try {
    const second = await twilioTrunk(service, other.url);
    const both = await sipAccount(service, [trunkId, second.id], { carrier: 'twilio' });
    const phone = number('0001');
    twilio.will(phone, { refused: [429, 20_429] });
    other.will(phone, { hangUpAfterMs: 200 });
    const id = await queueCall(service, both, phone);
    await reaches(service, both, id, 'completed');
    expect([twilio.callsTo(phone).length, other.callsTo(phone).length]).toEqual([0, 1]);
    expect(await timeline(id, both)).toContainEqual(
      expect.stringMatching(/^trunk: Trunk t\d+ answered 429 20429; t\d+ is next\.$/),
    );
    const again = number('0001');
    twilio.will(again, { refused: [429, 20_429] });
    const put = await queueCall(service, account, again);
    await eventually(async () => {
      expect(await service.api(account).get(`/calls/${put}`)).toMatchObject({
        status: 'queued',
        status_reason: 'The carrier refused (429, it has no capacity right now); it will be asked again.',
      });
    });
    await service.api(account).post(`/calls/${put}/cancel`);
  } finally {
    await other.close();
  }
});

describe('trunk test', () => {
  const tried = async (options: Record<string, unknown>) => {
    const { id } = await makeTrunk(service, 'twilio', { enabled: 'no', ...options });
    return new TelephonyOperations(service.app).trunkTests.test(id, null);
  };

  test('reports that the credentials are valid, or the error', async () => {
    const right = await new TelephonyOperations(service.app).trunkTests.test(trunkId, null);
    expect(right).toEqual({
      ok: true,
      checks: [{ name: 'credentials', ok: true, message: `${twilio.url} accepted the credentials.` }],
    });
    expect(await tried({ baseUrl: twilio.url })).toMatchObject({
      ok: false,
      checks: [{ message: expect.stringContaining('refused them with 401 20003') as string }],
    });
    const nowhere = await tried({ baseUrl: `http://127.0.0.1:${await freePort()}` });
    expect(nowhere).toMatchObject({
      checks: [{ ok: false, message: expect.stringContaining('refused the connection') as string }],
    });
  });

  test('rings no phone', async () => {
    await expect(
      new TelephonyOperations(service.app).trunkTests.test(trunkId, '+911140000001'),
    ).rejects.toThrow('--phone rings over a trunk of kind sip alone');
  });
});

test('marks a trunk with wrong credentials as down, and shows the reason on its waiting calls', async () => {
  const { id } = await makeTrunk(service, 'twilio', { baseUrl: twilio.url, callerId: '+12025550100' });
  const commands = new TelephonyOperations(service.app);
  await eventually(async () => {
    expect((await commands.trunks.show(id)).state).toMatchObject([
      { state: 'down', reason: 'the carrier answered 401' },
    ]);
  });
  const waiting = await sipAccount(service, [id], { carrier: 'twilio' });
  const call = await queueCall(service, waiting, number('0001'));
  expect(await service.api(waiting).get(`/calls/${call}`)).toMatchObject({
    status: 'queued',
    status_reason: 'No trunk of the account can be reached; the call goes on when one answers.',
  });
  await commands.setTrunk(
    id,
    await changeOf({ accountSid: `AC${'0'.repeat(32)}`, authToken: 'twilio-auth-token-of-the-tests' }),
    false,
  );
  await reaches(service, waiting, call, 'in_progress');
});

test('logs no number, token or secret', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of ['twilio-auth-token', '+9198', 'please', 'Asha']) expect(all).not.toContain(secret);
});
