import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '../../src/media/domain/wav';
import { eraseContact } from '../../src/cli/contact-erasure';
import { Recordings } from '../../src/platform/storage/recordings';
import { eventually, TestApp } from '../harness/app';
import { connect, humanReaches, type PhoneScript, ScriptedPhones } from '../harness/human-sip';
import { compileThreads, type SipAccount, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { type Sayings, TalkingPhones } from '../harness/talking-phones';
import { channelsOf, soundsIn } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-human-'));
let service: TestApp;
let speech: SpeechServer;
let phones: ScriptedPhones;
let voices: TalkingPhones;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start({ ...speech.environment, STT_LANGUAGES: 'en,hi', RETENTION_DAYS: '30' });
  phones = await ScriptedPhones.open();
  voices = new TalkingPhones();
});
afterAll(async () => {
  await voices.close();
  await service.stop();
  await phones.close();
  speech.close();
  rmSync(folder, { recursive: true });
});

async function accountOn(settings: object = {}): Promise<SipAccount> {
  const options = { humanLanguage: 'english', ...settings };
  return sipAccount(service, [await sipTrunk(service, phones.address)], options);
}

const COUNSELLOR: Sayings = [{ atMs: 1_500, hertz: 500, ms: 720 }];
const CONTACT: Sayings = [{ atMs: 2_600, hertz: 900, ms: 720 }];

/** The call, once its analysis is over. */
function analysed(account: SipAccount, id: string) {
  return eventually(async () => {
    const call = await service.api(account).get(`/human-calls/${id}`);
    expect(['waiting', 'processing']).not.toContain(call.analysis.status);
    return call;
  }, 20_000);
}

test('records both sides separately, transcribes and analyses a talk', async () => {
  const account = await accountOn();
  const [heardThere, heardHere] = [join(folder, 'there.wav'), join(folder, 'here.wav')];
  const [counsellor, contact] = [
    await voices.script(COUNSELLOR, { record: heardHere }),
    await voices.script(CONTACT, { hangUpAfterMs: 4_500, record: heardThere }),
  ];
  speech.words.push('Namaste, this is Meera.', 'I want to join B.Com.');
  const asked = await connect(service, account, phones, { counsellor, contact }, { analyze: true });
  const ended = await humanReaches(service, account, asked.id, 'completed');
  const recording = await eventually(async () => {
    const { recording_url: url } = await service.api(account).get(`/human-calls/${asked.id}`);
    expect(url).not.toBeNull();
    return fetch(String(url));
  });

  const { rate, channels } = readWav(new Uint8Array(await recording.arrayBuffer()));
  expect([rate, channels.length]).toEqual([8_000, 2]);
  expect(Math.abs(Number(channels[0]?.length) / 8 - 4_500)).toBeLessThan(400);
  const [left, right] = channels.map((channel) => soundsIn(channel));
  expect([left?.length, right?.length]).toEqual([1, 1]);
  // The counsellor answered some 200 ms before the contact.
  expect(Math.abs(Number(right?.[0]?.fromMs) - 2_600)).toBeLessThan(400);
  expect(Number(left?.[0]?.fromMs)).toBeLessThan(Number(right?.[0]?.fromMs));
  await voices.hangUp();
  // What each heard: the other once; the counsellor before that ringback.
  expect(soundsIn(channelsOf(heardThere)[1] ?? new Int16Array())).toHaveLength(1);
  expect(soundsIn(channelsOf(heardHere)[1] ?? new Int16Array()).length).toBeGreaterThanOrEqual(1);
  const call = await analysed(account, asked.id);
  expect(call.analysis).toMatchObject({
    status: 'completed',
    recorded_seconds: 4,
    transcript: [
      { speaker: 'human', text: 'Namaste, this is Meera.' },
      { speaker: 'contact', text: 'I want to join B.Com.' },
    ],
  });
  const [first, second] = (call.analysis as { transcript: { start_ms: number; end_ms: number }[] })
    .transcript;
  expect(Math.abs(Number(first?.start_ms) - Number(left?.[0]?.fromMs))).toBeLessThan(200);
  expect(Math.abs(Number(second?.start_ms) - Number(right?.[0]?.fromMs))).toBeLessThan(200);
  expect(speech.heard.slice(-2).map(({ language }) => language)).toEqual(['en', 'en']);
  expect(Number(ended['duration_seconds'])).toBeGreaterThanOrEqual(4);
  const [{ traces } = { traces: 0 }] = await service.unitOfWork.rows<{ traces: number }>(
    'SELECT count(*)::int AS traces FROM call_traces WHERE call_id = $1',
    [asked.id],
  );
  expect(traces).toBe(1);
});

const UNHEARD: readonly [string, object, (string | number)[], object][] = [
  [
    'whose language no engine recognizes',
    { humanLanguage: 'tamil' },
    [],
    { status: 'skipped', reason: 'not_transcribed' },
  ],
  [
    'that no engine can read',
    {},
    Array<number>(6).fill(500),
    { status: 'skipped', reason: 'not_transcribed' },
  ],
  ['that is read after the engine was away', {}, [500, 'Hello there.', 'Hello.'], { status: 'completed' }],
];

test.each(UNHEARD)('sets the analysis of a talk %s', async (_, settings, words, analysis) => {
  speech.words.splice(0, Infinity, ...words);
  const account = await accountOn(settings);
  const [counsellor, contact] = [
    await voices.script([{ atMs: 600, hertz: 500, ms: 720 }]),
    await voices.script([{ atMs: 1_600, hertz: 900, ms: 720 }], { hangUpAfterMs: 3_400 }),
  ];
  const asked = await connect(service, account, phones, { counsellor, contact }, { analyze: true });
  await humanReaches(service, account, asked.id, 'completed');
  const call = await eventually(async () => {
    // A try that failed has another one later.
    await service.advance(61_000);
    const { analysis: found, cost } = await service.api(account).get(`/human-calls/${asked.id}`);
    expect(['waiting', 'processing']).not.toContain(found.status);
    return { analysis: found, cost };
  }, 20_000);
  expect(call.analysis).toMatchObject(analysis);
  expect(call.cost?.credits).toBe(0);
});

/** What is kept of a call: the state of its recording, its file, numbers in its legs, traces. */
async function keptOf(id: string) {
  const [row] = await service.unitOfWork.rows<object>(
    `SELECT recording, (SELECT count(*)::int FROM legs WHERE call_id = h.id AND phone_number IS NOT NULL) AS numbers,
       (SELECT count(*)::int FROM call_traces WHERE call_id = h.id) AS traces FROM human_calls h WHERE id = $1`,
    [id],
  );
  return { ...row, files: await service.app.get(Recordings, { strict: false }).storedIds([id]) };
}

const GONE: readonly [string, (account: SipAccount, contact: string) => Promise<unknown>][] = [
  [
    'the contact is erased',
    (account, phoneNumber) => eraseContact(service.app, { accountId: account.id, phoneNumber }, false),
  ],
  ['RETENTION_DAYS have passed', () => service.advance(31 * 86_400_000)],
];

test.each(GONE)('erases audio and transcript of a talk when %s', async (_, forget) => {
  const account = await accountOn();
  const counsellor: PhoneScript = (phone) => phone.answer(0);
  const contact: PhoneScript = (phone) => phone.answer(0, 600);
  const asked = await connect(service, account, phones, { counsellor, contact }, { analyze: false });
  await humanReaches(service, account, asked.id, 'completed');
  await eventually(async () => {
    expect(await keptOf(asked.id)).toEqual({
      recording: 'stored',
      numbers: 2,
      traces: 1,
      files: [asked.id],
    });
  });
  await forget(account, asked.contact);
  expect(await keptOf(asked.id)).toEqual({ recording: 'forgotten', numbers: 0, traces: 0, files: [] });
  expect(await service.api(account).get(`/human-calls/${asked.id}`)).toMatchObject({ recording_url: null });
});
