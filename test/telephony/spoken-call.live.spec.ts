import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  sipTrunk,
} from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { channelsOf, soundsIn, writeTones } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-spoken-'));
const speaks = join(folder, 'speaks.wav');
const heardThere = join(folder, 'heard-there.wav');
writeTones(speaks, 500, 900);

let service: TestApp;
let speech: SpeechServer;
const logged: string[] = [];

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start({ ...speech.environment, LOG_LEVEL: 'debug' }, undefined, (line) =>
    logged.push(line),
  );
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

/** An account whose calls ring a softphone that speaks after each turn of the agent. */
async function accountOn(phone: Softphone & { address: string }, agent: object = {}): Promise<SipAccount> {
  const account = await sipAccount(service, [await sipTrunk(service, phone.address)]);
  const agent_id = await makeAgent(service, account, {
    name: 'Spoken',
    language: 'english',
    tts_model: 'openai',
    voice: 'alloy',
    opening_line: 'Hello, this is Asha. Can we talk?',
    extraction_questions: ['City'],
    keyterms: ['Delhi'],
    pronunciations: [{ text: 'Asha', say: 'Aasha' }],
    ...agent,
  });
  return { ...account, agent_id };
}

/** The call, ended and analysed. */
async function analysed(account: SipAccount, id: string) {
  const call = await reaches(service, account, id, 'completed', 40_000);
  if (call.outcome) return { ...call, transcript: call.outcome.transcript };
  return eventually(async () => {
    const { outcome, ...rest } = await service.api(account).get(`/calls/${id}`);
    if (!outcome) throw new Error('it is not analysed yet');
    return { ...rest, transcript: outcome.transcript };
  }, 15_000);
}

type Turns = Awaited<ReturnType<typeof analysed>>['transcript'];

/** Each turn of the agent after one of the contact, by its place and the contact's turn. */
const REPLIES = [
  { at: 2, turn: 0 },
  { at: 4, turn: 1 },
] as const;

function expectWords(transcript: Turns): void {
  expect(transcript.map(({ speaker }) => speaker)).toEqual(['agent', 'contact', 'agent', 'contact', 'agent']);
  expect(transcript[0]?.text).toBe('Hello, this is Asha. Can we talk?');
  expect(transcript[1]).toMatchObject({ text: 'Yes, please.' });
  expect(transcript[3]).toMatchObject({ text: 'I live in Delhi.' });
}

function expectLatencies(transcript: Turns): void {
  for (const { at } of REPLIES) {
    const { response_ms: responseMs, start_ms: startMs } = transcript[at] ?? {};
    expect(responseMs).toBeGreaterThan(400);
    expect(Math.abs(Number(startMs) - Number(transcript[at - 1]?.end_ms) - Number(responseMs))).toBeLessThan(
      5,
    );
  }
}

/** The same latencies in what the phone recorded: two jitter buffers lie between, which a busy machine fills. */
function expectLatenciesHeard(transcript: Turns): void {
  const [contact = [], agent = []] = channelsOf(heardThere).map((audio) => soundsIn(audio, 400));
  for (const { turn, at } of REPLIES) {
    const endMs = contact[turn]?.toMs ?? NaN;
    const answeredMs = agent.find(({ fromMs }) => fromMs > endMs)?.fromMs ?? NaN;
    expect(Math.abs(answeredMs - endMs - Number(transcript[at]?.response_ms))).toBeLessThanOrEqual(180);
  }
}

/** What the timeline and the metrics have of the talk. */
async function expectReported(account: SipAccount, id: string): Promise<void> {
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  const told = data.map(({ type, message }) => `${type}: ${message}`);
  expect(told).toContain('amd: A person answered.');
  expect(told).toContainEqual(
    expect.stringMatching(/^speech: Response latency: median \d+ ms, slowest \d+ ms, 2 answers\.$/u),
  );
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  for (const stage of ['endpointing', 'stt', 'llm', 'tts', 'total'])
    expect(metrics).toContain(`aics_turn_latency_seconds_count{stage="${stage}"} 2`);
}

test('speaks with a phone, and stores the talk', async () => {
  const says = ['--say', speaks, '--say', speaks, '--record', heardThere];
  const phone = await Softphone.listening('127.0.0.1', '--answer-after', '0.2', ...says);
  speech.words.push('Yes, please.', 'I live in Delhi.');
  const account = await accountOn(phone);
  const id = await queueCall(service, account, number('0001'));
  const call = await analysed(account, id);
  expect(call).toMatchObject({ answered_by: 'human', ended_by: 'agent' });
  expectWords(call.transcript);
  expectLatencies(call.transcript);
  await phone.until('ended');
  expectLatenciesHeard(call.transcript);
  expect(speech.heard.at(-1)).toMatchObject({
    language: 'en',
    prompt: 'Delhi',
    authorization: 'Bearer stt-key',
  });
  expect(speech.said[0]).toMatchObject({ input: 'Hello, this is Aasha.', voice: 'alloy' });
  await expectReported(account, id);
});

test('logs no transcript, number or key of the talks', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  for (const secret of ['Delhi', 'please', 'Asha', 'stt-key', 'tts-key', '+9198'])
    expect(all).not.toContain(secret);
});
