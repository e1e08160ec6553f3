import { ANSWER } from '../phone/harness/phone';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { Provider } from '../harness/far-end';
import { answeredNumber, callFrom, Callers, opened } from '../harness/inbound';
import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  sipTrunk,
} from '../harness/sip-accounts';
import { SttFake } from '../harness/speech-fakes/stt-fake';
import { STT_KEY, STT_PROTOCOLS } from '../harness/speech-fakes/stt-protocols';

compileThreads();

const NO_STREAM = 'Waiting for a free speech engine.';
const MOST = 3;

let databaseUrl: string;
let api: TestApp;
let media: TestApp[];
let deepgram: SttFake;
let far: Provider;
/** Calls that were answered and not hung up. */
const talks: { hangUp(): Promise<unknown> }[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  deepgram = await SttFake.start(STT_PROTOCOLS.deepgram);
  far = await Provider.open((call) => {
    call.ring(ANSWER);
    const session = call.answer({ ...ANSWER, handlers: {} });
    if (session) talks.push(session);
  });
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  const engines = {
    DEEPGRAM_API_KEY: STT_KEY,
    DEEPGRAM_URL: deepgram.url,
    DEEPGRAM_STT_MAX_STREAMS: `${MOST}`,
    // English has Deepgram alone, Kannada both.
    STT_ENGINES: 'deepgram,openai',
    STT_LANGUAGES: 'kn',
  };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
  media = await Promise.all(
    [1, 2].map(() => TestApp.start({ ...shared, ...engines, ROLE: 'media' }, databaseUrl)),
  );
  account = await sipAccount(api, [await sipTrunk(api, far.address), await sipTrunk(api, far.address)]);
});
afterAll(async () => {
  await Promise.all(media.map((one) => one.stop()));
  await api.stop();
  await far.close();
  deepgram.close();
  await dropDatabase(databaseUrl);
});

let account: SipAccount;

const callers = async (language: string): Promise<SipAccount> => ({
  ...account,
  agent_id: await makeAgent(api, account, {
    name: `${language} ${Math.random()}`,
    language,
    tts_model: 'openai',
    voice: 'alloy',
    opening_line: 'Hello, this is Asha.',
  }),
});
const legsOf = (ids: readonly string[]) =>
  api.unitOfWork.rows<{ stt: string; tts: string; open: boolean }>(
    `SELECT stt_engine AS stt, tts_engine AS tts, ended_at IS NULL AS open FROM legs WHERE call_id = ANY ($1)`,
    [ids],
  );
const queue = async (agent: SipAccount, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await queueCall(api, agent, number('0001')));
  return ids;
};

test('limits the streams of two processes together: calls wait, callers get busy, other engines continue', async () => {
  const english = await callers('english');
  const ids = await queue(english, MOST + 2);
  await eventually(async () => {
    expect(await legsOf(ids)).toEqual(Array(MOST).fill({ stt: 'deepgram', tts: 'openai', open: true }));
    const waiting = await api.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM calls WHERE status = 'queued' AND id = ANY ($1)`,
      [ids],
    );
    expect(waiting).toHaveLength(2);
    for (const { id } of waiting) {
      const call = await api.api(account).get(`/calls/${id}`);
      expect(call).toMatchObject({ status_reason: NO_STREAM });
      expect(call).not.toHaveProperty('scheduled_for');
    }
  });

  // Behind those that wait; its recognizer is the next of its language.
  const [kannada] = await queue(await callers('kannada'), 1);
  await reaches(api, account, kannada!, 'in_progress');
  expect(await legsOf([kannada!])).toEqual([{ stt: 'openai', tts: 'openai', open: true }]);

  const called = await answeredNumber(api);
  await opened(media[0]!, called.trunkId);
  const phones = await Callers.open(media[0]!);
  const caller = phones.newCaller();
  const refused = await phones.call(called.phoneNumber, caller);
  await expect(refused.answered).rejects.toThrow('486');
  expect(await callFrom(api, called, caller, 'busy')).toMatchObject({
    status_reason: 'The service had no room for the call.',
  });
  await phones.close();

  await eventually(async () => {
    for (const talk of talks.splice(0)) await talk.hangUp();
    expect(await legsOf(ids)).toEqual(Array(MOST + 2).fill({ stt: 'deepgram', tts: 'openai', open: false }));
  });
  expect(deepgram.mostOpen).toBe(MOST);
});

test('limits streams for a minute to those in use when an engine refuses one, and continues that call elsewhere', async () => {
  const english = await callers('english');
  const [first] = await queue(english, 1);
  await reaches(api, account, first!, 'in_progress');
  deepgram.faults.push(429, 429);
  const [moved] = await queue(await callers('kannada'), 1);
  await eventually(async () => {
    expect(await legsOf([moved!])).toEqual([{ stt: 'openai', tts: 'openai', open: true }]);
  });
  expect(deepgram.faults).toEqual([]);
  await eventually(async () => {
    const timeline = (await api.api(account).get(`/calls/${moved!}/timeline`)).data;
    expect(timeline.filter(({ type }) => type === 'speech').map(({ message }) => message)).toEqual(
      Array(2).fill('Speech recognition by deepgram failed: HTTP 429.'),
    );
  });

  // Two were in use when it refused, the refused one among them.
  const ids = await queue(english, 2);
  const waiting = await eventually(async () => {
    expect(await legsOf(ids)).toHaveLength(1);
    const queued = await api.unitOfWork.rows<{ id: string }>(
      `SELECT id FROM calls WHERE status = 'queued' AND id = ANY ($1)`,
      [ids],
    );
    expect(queued).toHaveLength(1);
    return queued[0]!.id;
  });
  expect((await api.api(account).get(`/calls/${waiting}`)).status_reason).toBe(NO_STREAM);
  // In steps: by a process whose clock is 20 s ahead, the others are dead.
  for (let step = 0; step < 6; step++) for (const one of [api, ...media]) await one.advance(11_000);
  await reaches(api, account, waiting, 'in_progress');
  for (const talk of talks.splice(0)) await talk.hangUp();
});
