import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { type ChatAnswer, ChatServer } from '../harness/chat-server';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { channelsOf, soundsIn, writeTones } from '../phone/harness/sounds';

/** The longest that nobody says anything, with the jitter buffers of both sides. */
const LONGEST_SILENCE_MS = 4_000 + 250;
const KEYS = ['stt-key', 'tts-key', 'llm-key'];

const LLM = 'The dialogue engine failed, so the agent ended the talk.';
const STT = 'Speech recognition failed, so the agent ended the talk.';
const TTS = 'Speech synthesis failed, so the agent ended the talk.';

interface Failure {
  /** What the model answers to the contact's first turn. */
  readonly model?: ChatAnswer;
  /** What recognition makes of it, try by try. */
  readonly hears?: readonly (string | number)[];
  /** What the voice does with the model's answer. */
  readonly voice?: number | 'silent';
  readonly reason: string;
  /** Of the timeline, where an engine of speech failed. */
  readonly told?: string;
}

const FAILURES: Readonly<Record<string, Failure>> = {
  'the model says nothing': { model: null, reason: LLM },
  'the model refuses': { model: 500, reason: LLM },
  'the model breaks off': { model: { begin: 'The course begins in June. ', then: 'stall' }, reason: LLM },
  'recognition breaks': {
    hears: [500, 503],
    reason: STT,
    told: 'Speech recognition by openai failed: HTTP 500.',
  },
  'the voice breaks': {
    voice: 500,
    reason: TTS,
    told: 'Speech synthesis by openai failed: HTTP 500.',
  },
  'the voice is silent': {
    voice: 'silent',
    reason: TTS,
    told: 'Speech synthesis by openai failed: no answer in time.',
  },
};

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-failures-'));
const speaks = join(folder, 'speaks.wav');
writeTones(speaks, 500, 900);

let service: TestApp;
const model = new ChatServer();
let speech: SpeechServer;
const logged: string[] = [];

beforeAll(async () => {
  speech = await SpeechServer.start();
  const environment = {
    ...speech.environment,
    LLM_URL: await model.start(),
    LLM_API_KEY: 'llm-key',
    LLM_MODEL: 'a-model',
    LOG_LEVEL: 'debug',
  };
  service = await TestApp.start(environment, undefined, (line) => logged.push(line));
  // A failure's agent is found by its script.
  model.talk = ({ messages }) => {
    const [script = ''] = messages.map(({ content }) => content);
    const name = Object.keys(FAILURES).find((one) => script.includes(`Case: ${one}.`)) ?? '';
    const { model: answer } = FAILURES[name] ?? {};
    if (!messages.some(({ role }) => role === 'user')) return 'Hello, can we talk?';
    return answer === undefined ? `Good, ${name}.` : answer;
  };
});
afterAll(async () => {
  await service.stop();
  await model.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

test.concurrent.each(Object.entries(FAILURES))(
  'apologises to the contact in time when %s, and reports the failure on the call',
  async (name, { hears = ['Yes, please.'], voice, reason, told }) => {
    const record = join(folder, `${name}.wav`);
    const words = ['--answer-after', '0.2', '--say', speaks, '--record', record];
    const phone = await Softphone.listening('127.0.0.1', ...words);
    speech.wordsByKeyterm.set(name, [...hears]);
    if (voice !== undefined) speech.refusalsByText.set(`Good, ${name}.`, voice);
    const account = await sipAccount(service, [await sipTrunk(service, phone.address)]);
    const agent_id = await makeAgent(service, account, {
      ...TALKS,
      name,
      language: 'english',
      keyterms: [name],
      opening_line: 'Hello, can we talk?',
      system_prompt: `Case: ${name}.`,
    });
    const id = await queueCall(service, { ...account, agent_id }, number('0001'));
    const call = await reaches(service, account, id, 'completed', 40_000);
    expect(call).toMatchObject({ status_reason: reason, ended_by: 'agent' });
    await phone.until('ended');

    const [contact = [], agent = []] = channelsOf(record).map((audio) => soundsIn(audio));
    const spokenMs = contact.at(-1)?.toMs ?? NaN;
    const after = [{ toMs: spokenMs }, ...agent.filter(({ fromMs }) => fromMs > spokenMs)];
    // A filler or the answer, and the apology at the end.
    expect(after.length).toBeGreaterThan(1);
    const silences = agent
      .filter(({ fromMs }) => fromMs > spokenMs)
      .map(({ fromMs }, at) => fromMs - (after[at]?.toMs ?? NaN));
    expect(Math.max(...silences)).toBeLessThanOrEqual(LONGEST_SILENCE_MS);
    const { data } = await service.api(account).get(`/calls/${id}/timeline`);
    const messages = data.map(({ message }) => message);
    expect(messages.join(' ')).toContain(reason);
    if (told !== undefined) expect(messages).toContain(told);
  },
);

test('counts failures of engines', async () => {
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  // Two tries each.
  expect(metrics).toContain('aics_speech_failures_total{engine="openai"} 6');
});

test('logs no transcript, number or key of the talks', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of ['can we talk', 'please', 'course', 'Case:', '+9198', ...KEYS])
    expect(all).not.toContain(secret);
});
