import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tones } from '../../src/media';
import { eventually, TestApp } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { type ChatRequest, ChatServer } from '../harness/chat-server';
import { freePort } from '../harness/free-port';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { Baresip } from './harness/baresip';
import { describeWith } from './harness/foreign';
import { writeMono } from './harness/sounds';

compileThreads();

/** The contact speaks at fixed times, whatever the agent does: each time the agent has answered long before. */
const [FIRST_MS, EVERY_MS, SAYS_MS] = [2_500, 3_400, 700];
const OPENING = 'Hello, can we talk?';
const CONSENT = 'Yes, please.';
/** Questions of the agent, the contact's reply to each, and the word that the outcome must have of it. */
const TALK = [
  ['Which city do you live in?', 'I live in Pune.', 'Pune'],
  ['Which course do you want?', 'I want to do computer science.', 'computer science'],
  ['What is your budget?', 'My budget is two lakh rupees.', 'two lakh'],
  ['Which school are you in?', 'I am at Saint Xavier school.', 'Xavier'],
  ['Do you play any sport?', 'I play cricket.', 'cricket'],
  ['What is the name of your teacher?', 'His name is Rohan Verma.', 'Rohan'],
  ['Which language do you prefer?', 'I prefer Marathi.', 'Marathi'],
  ['Do you need a hostel?', 'Yes, I need a hostel room.', 'hostel'],
  ['How many marks did you get?', 'I got eighty percent.', 'eighty'],
] as const;
const TURNS = [CONSENT, ...TALK.map(([, answer]) => answer)];

/** The next question of the script, as a model would pose it. */
function nextQuestion({ messages }: ChatRequest): string {
  const heard = messages.filter(({ role }) => role === 'user').length;
  return TALK[heard - 1]?.[0] ?? 'Thank you, goodbye. [[HANG_UP]]';
}

/** As a model reads the talk: each answer is the turn after its question. */
function readingOf({ messages }: ChatRequest): string {
  const { transcript } = JSON.parse(messages[1]?.content ?? '{}') as { transcript: { text: string }[] };
  const answers = TALK.map(([question], at) => {
    const asked = transcript.findIndex(({ text }) => text.includes(question));
    const quote = transcript[asked + 1]?.text ?? '';
    return { question: at + 1, answer: quote, quote };
  });
  return JSON.stringify({
    disposition: 'Interested',
    summary: 'The contact wants to study.',
    answers,
    lead_rating: 8,
    callback: { requested: false, time_text: null, quote: null },
    follow_up: 'CALL',
    follow_up_note: null,
    asked_not_to_be_called: { asked: false, quote: null },
    meeting: { requested: false, at: null, time_text: null, type: null, quote: null },
  });
}

describeWith(['baresip'], 'a talk of ten turns with baresip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-baresip-talk-'));
  const services: TestApp[] = [];
  const phones: Baresip[] = [];
  const model = new ChatServer();
  let speech: SpeechServer;
  const says = join(folder, 'says.wav');
  // Baresip hangs up where its file ends: long after the agent has.
  const samples = new Int16Array(8 * (FIRST_MS + (TURNS.length + 6) * EVERY_MS));
  const turn = tones.toneSamples({ hertz: [500], pattern: null, level: -16 }, SAYS_MS);
  for (let at = 0; at < TURNS.length; at++) samples.set(turn, 8 * (FIRST_MS + at * EVERY_MS));
  writeMono(says, samples);

  afterAll(async () => {
    await Promise.all(phones.map((phone) => phone.stop()));
    await Promise.all(services.map((service) => service.stop()));
    await model.stop();
    speech.close();
    rmSync(folder, { recursive: true });
  });

  /** A whole talk with baresip as the contact; resolves with the analysed call. */
  async function talk(name: string, phone_number: string, environment: Record<string, string>) {
    const service = await TestApp.start({ ...speech.environment, ...environment });
    services.push(service);
    const port = await freePort();
    mkdirSync(join(folder, name));
    const account = `<sip:${phone_number}@127.0.0.1:${port}>;regint=0`;
    const phone = new Baresip({ folder: join(folder, name), port, says, account });
    phones.push(phone);
    await phone.until(/baresip is ready/);
    speech.wordsByKeyterm.set(name, [...TURNS]);
    const caller = await sipAccount(service, [await sipTrunk(service, `127.0.0.1:${port}`)]);
    const agent_id = await makeAgent(service, caller, {
      ...TALKS,
      name,
      language: 'english',
      opening_line: OPENING,
      keyterms: [name],
      extraction_questions: TALK.map(([question]) => question),
    });
    const id = await queueCall(service, { ...caller, agent_id }, phone_number);
    await reaches(service, caller, id, 'completed', 80_000);
    return eventually(async () => {
      const { outcome, ...call } = await service.api(caller).get(`/calls/${id}`);
      if (!outcome) throw new Error('it is not analysed yet');
      return { ...call, outcome };
    }, 15_000);
  }

  test('leads and analyses a talk with baresip, by the offline engine and by a model', async () => {
    speech = await SpeechServer.start();
    model.talk = nextQuestion;
    model.read = readingOf;
    const LLM_URL = await model.start();
    const calls = await Promise.all([
      talk('offline', '+919812345670', {}),
      talk('model', '+919812345671', { LLM_URL, LLM_API_KEY: 'sk-test', LLM_MODEL: 'a-model' }),
    ]);
    for (const { outcome, ...call } of calls) {
      expect(call).toMatchObject({ answered_by: 'human', ended_by: 'agent' });
      const heard = outcome.transcript.filter(({ speaker }) => speaker === 'contact');
      expect(heard.map(({ text }) => text)).toEqual(TURNS);
      for (const [question, , word] of TALK) expect(outcome.answers[question]).toContain(word);
    }
    expect(model.turns.length).toBeGreaterThanOrEqual(TURNS.length);
  });
});
