import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tones } from '../../src/media';
import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { SttFake, type SttFault } from '../harness/speech-fakes/stt-fake';
import { STT_KEY, STT_PROTOCOLS } from '../harness/speech-fakes/stt-protocols';
import { TtsFake } from '../harness/speech-fakes/tts-fake';
import { TTS_KEY, TTS_PROTOCOLS } from '../harness/speech-fakes/tts-protocols';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { channelsOf, soundsIn, writeMono } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-cloud-'));
/** A pause within a turn. */
const GAP_MS = 400;
const WORDS = ['haan ji bataiye mujhe', 'main Dilli mein rehta hoon'];
const SILENCE_MS = 4_000;
/** Two jitter buffers, and a machine that others use. */
const LATER_MS = 400;

let service: TestApp;
let [sarvam, deepgram]: SttFake[] = [];
let google: TtsFake;
const logged: string[] = [];

beforeAll(async () => {
  sarvam = await SttFake.start(STT_PROTOCOLS.realtime, STT_PROTOCOLS.flushed);
  deepgram = await SttFake.start(STT_PROTOCOLS.deepgram);
  google = await TtsFake.start(TTS_PROTOCOLS.google);
  // What they take in the world.
  [sarvam.finalMs, deepgram.finalMs, google.firstMs] = [300, 300, 400];
  const environment = {
    SARVAM_API_KEY: STT_KEY,
    SARVAM_URL: sarvam.url,
    DEEPGRAM_API_KEY: STT_KEY,
    DEEPGRAM_URL: deepgram.url,
    GOOGLE_TTS_API_KEY: TTS_KEY,
    GOOGLE_TTS_URL: google.url,
    LOG_LEVEL: 'debug',
  };
  service = await TestApp.start(environment, undefined, (line) => logged.push(line));
});
afterAll(async () => {
  await service.stop();
  for (const fake of [sarvam!, deepgram!, google]) fake.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

/** A talk of two turns with an agent of these keyterms. */
async function talk(name: string, faults: readonly SttFault[]) {
  sarvam!.scripts.set(name, { words: [...WORDS], faults: [...faults] });
  deepgram!.scripts.set(name, { words: [...WORDS], faults: [] });
  const [says, record] = [join(folder, `${name}-says.wav`), join(folder, `${name}.wav`)];
  writeMono(says, tones.toneSamples({ hertz: [500], pattern: null, level: -16 }, 1_200));
  const words = ['--answer-after', '0.2', '--say', says, '--say', says, '--record', record];
  const phone = await Softphone.listening('127.0.0.1', ...words);
  const account = await sipAccount(service, [await sipTrunk(service, phone.address)]);
  const agent_id = await makeAgent(service, account, {
    name,
    language: 'hinglish',
    tts_model: 'google',
    voice: 'Kore',
    keyterms: [name],
    opening_line: 'Namaste, main Asha bol rahi hoon.',
    extraction_questions: ['City'],
  });
  const id = await queueCall(service, { ...account, agent_id }, number('0001'));
  await reaches(service, account, id, 'completed', 40_000);
  await phone.until('ended');
  const [contact = [], agent = []] = channelsOf(record).map((audio) => soundsIn(audio, GAP_MS));
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  const turns = await service.unitOfWork.rows<{
    engine: string;
    turns: { speaker: string; text: string; responseMs?: number }[];
  }>(
    `SELECT l.stt_engine AS engine, t.turns FROM call_talks t JOIN legs l USING (call_id) WHERE call_id = $1`,
    [id],
  );
  return {
    ...turns[0]!,
    told: data.filter(({ type }) => type === 'speech').map(({ message }) => message),
    waits: contact.flatMap(({ toMs }) => {
      const answer = agent.find(({ fromMs }) => fromMs > toMs);
      return answer ? [answer.fromMs - toMs] : [];
    }),
  };
}

let talks: Awaited<ReturnType<typeof talk>>[];
beforeAll(async () => {
  talks = await Promise.all([talk('well', []), talk('moved', ['broken', 'broken'])]);
});

test('talks with cloud engines, with response times in bounds', () => {
  const { turns, engine, told, waits } = talks[0]!;
  expect(engine).toBe('sarvam');
  expect(turns.filter(({ speaker }) => speaker === 'contact').map(({ text }) => text)).toEqual(WORDS);
  expect(told).toEqual([expect.stringMatching(/^Response latency: .* 2 answers\.$/u)]);
  const responses = turns.flatMap(({ responseMs }) => responseMs ?? []);
  expect(responses).toHaveLength(2);
  // The end of a turn, and audio; the last words were there. A machine that others use is slower than that.
  for (const ms of responses) expect(ms).toBeLessThan(2_000);
  for (const ms of waits) expect(ms).toBeLessThan(2_000 + LATER_MS);
});

test('sends all audio of a turn to the next engine after two broken streams', () => {
  const { turns, engine, told, waits } = talks[1]!;
  expect(turns.filter(({ speaker }) => speaker === 'contact').map(({ text }) => text)).toEqual(WORDS);
  expect(told.slice(0, 2)).toEqual(
    Array(2).fill('Speech recognition by sarvam failed: the connection was lost.'),
  );
  // Its stream is counted where it is.
  expect(engine).toBe('deepgram');
  expect(waits).toHaveLength(2);
  for (const ms of waits) expect(ms).toBeLessThan(SILENCE_MS + LATER_MS);
});

test('cuts the first sentence of an engine that does not stream, to begin sooner', () =>
  expect(google.said).toEqual(expect.arrayContaining(['Thank you ji,', 'bas do minute lagenge.'])));

test('logs no transcript, number or key', () => {
  const all = logged.join('');
  expect(all).not.toBe('');
  for (const told of [...WORDS, 'Namaste', 'Asha', '98000', STT_KEY, TTS_KEY])
    expect(all).not.toContain(told);
});
