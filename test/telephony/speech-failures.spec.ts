import { type DialogueChunk, DialogueEngine } from '../../src/conversation/domain/dialogue-engine';
import { TextTalk } from '../../src/conversation';
import type { TalkBrief, Turn } from '../../src/shared-kernel/talk';
import { SPEAKING } from '../harness/talk-brief';
import { speech, THINKING, TROUBLE, voiceDriver, type VoiceDriverOptions } from '../harness/voice-driver';

/** The longest that nobody says anything to a contact who waits for an answer. */
const LONGEST_SILENCE_MS = 4_000;
const OPENING = 'Hello, can we talk?';
/** The agent's opening line is over, and the contact has heard it. */
const OPENED_MS = 2_500;
const SAYS_MS = 800;

const BRIEF: TalkBrief = {
  ...SPEAKING,
  agentName: 'Asha',
  systemPrompt: '',
  questions: [],
  dispositions: [],
  handoffNumbers: [],
  language: 'english',
  openingLine: OPENING,
  pace: null,
  contactName: null,
  maxSeconds: 60,
  now: new Date('2026-11-20T10:00:00Z'),
  timeZone: 'Asia/Kolkata',
};

/** What a dialogue engine does after the opening line, in order; a number is a wait in milliseconds. */
type Answer = readonly (DialogueChunk | number | 'fails')[];

class OneAnswer extends DialogueEngine {
  constructor(
    private readonly answer: Answer,
    private readonly wait: (ms: number) => Promise<void>,
  ) {
    super();
  }

  async *next(_brief: TalkBrief, turns: readonly Turn[]): AsyncGenerator<DialogueChunk> {
    const isFirst = !turns.some(({ speaker }) => speaker === 'agent');
    for (const step of isFirst ? [{ text: OPENING }] : this.answer) {
      if (step === 'fails') throw new Error('no words');
      if (typeof step === 'number') await this.wait(step);
      else yield step;
    }
  }
}

const atOnce: Answer = [{ text: 'Thank you, goodbye.' }, { action: { do: 'hang_up' } }];
/** As an engine that fails ends: without a word in 8 s, or 3 s after its last one. */
const never: Answer = [8_000, 'fails'];
const breaksOff: Answer = [{ text: 'The course begins in June. ' }, 3_000, 'fails'];
const late: Answer = [7_500, ...atOnce];

interface Failure extends VoiceDriverOptions {
  readonly answers?: Answer;
  /** What recognition makes of the contact's turn, try by try. */
  readonly finals?: readonly (string | Error)[];
  readonly reason: string | undefined;
}

const gone = new Error('gone');
const LLM = 'The dialogue engine failed, so the agent ended the talk.';
const STT = 'Speech recognition failed, so the agent ended the talk.';
const TTS = 'Speech synthesis failed, so the agent ended the talk.';
/** The opening line can be said, what follows cannot. */
const failing = (voice: 'silent' | 'broken' | 'empty'): Failure['voice'] => [
  ...Array.from({ length: 2 + THINKING.length }, () => 'speaks' as const),
  voice,
];

const FAILURES: Readonly<Record<string, Failure>> = {
  'the model says nothing': { answers: never, reason: LLM },
  'the model breaks off': { answers: breaksOff, reason: LLM },
  'the model is late': { answers: late, reason: undefined },
  'recognition breaks': { partials: false, finals: [gone, gone], reason: STT },
  'recognition breaks once': { partials: false, finals: [gone, 'Yes, please.'], reason: undefined },
  'recognition answers nothing': { partials: false, finals: ['silence', 'silence'], reason: STT },
  'recognition answers nothing once': {
    partials: false,
    finals: ['silence', 'Yes, please.'],
    reason: undefined,
  },
  'recognition is late': { partials: false, finalMs: 2_900, reason: undefined },
  'recognition and model are late': { partials: false, finalMs: 1_500, answers: late, reason: undefined },
  'the voice is silent': { voice: failing('silent'), reason: TTS },
  'the voice breaks': { voice: failing('broken'), reason: TTS },
  'the voice is empty': { voice: failing('empty'), reason: TTS },
};

/** Leads a talk in which a contact says one thing: how it ended, and how long nobody said anything after that. */
async function talk({ answers = atOnce, finals = ['Yes, please.'], ...options }: Failure) {
  const driver = await voiceDriver({ ...options, prepared: [OPENING, TROUBLE, ...THINKING] });
  const { session, phone, stt, pass, watch, time } = driver;
  stt.finals.push(...finals);
  const turns: Turn[] = [];
  const wait = (ms: number) => new Promise<void>((go) => time.after(ms, go));
  const end = watch(
    new TextTalk(new OneAnswer(answers, wait)).run(
      session,
      BRIEF,
      (turn) => turns.push(turn),
      new AbortController().signal,
    ),
  );
  await pass(OPENED_MS);
  phone.speak(speech(SAYS_MS));
  await pass(SAYS_MS);
  const from = phone.received.length;
  while (end.atMs === null && phone.received.length - from < 1_000) await pass(100);
  session.close();
  let [silentMs, longestMs] = [0, 0];
  for (const frame of phone.received.slice(from)) {
    silentMs = frame.some((sample) => Math.abs(sample) > 200) ? 0 : silentMs + 20;
    longestMs = Math.max(longestMs, silentMs);
  }
  return { end: end.value, longestMs, last: turns.at(-1) };
}

test.each(Object.entries(FAILURES))('ends the talk in time when %s', async (_, failure) => {
  const { end, longestMs, last } = await talk(failure);
  expect(end).toMatchObject({ cause: 'hung_up', by: 'agent' });
  expect(end?.reason).toBe(failure.reason);
  expect(longestMs).toBeLessThanOrEqual(LONGEST_SILENCE_MS);
  expect(last?.speaker).toBe('agent');
  if (failure.reason === TTS) expect(last?.text).toContain(TROUBLE);
  else expect(last?.text).toMatch(failure.reason === undefined ? /goodbye/u : /sorry/u);
});

test('plays no waiting phrase for a turn that turned out to be noise', async () => {
  const { say, listen, phone, stt, pass, session } = await voiceDriver({
    partials: false,
    finalMs: 2_900,
    prepared: THINKING,
  });
  stt.finals.push('', 'Yes, please.');
  const heard = listen(30_000);
  phone.speak(speech(SAYS_MS));
  await pass(6_000);
  phone.speak(speech(SAYS_MS));
  // Its words are late, too, but no two turns running are filled.
  await pass(5_000);
  expect(heard.value).toMatchObject({ kind: 'speech', text: 'Yes, please.' });
  const said = say('Thank you.');
  await pass(1_500);
  expect(said.value).toMatchObject({ playedText: 'Thank you.', cutBy: null });
  expect(said.value?.responseMs).toBeGreaterThan(3_000);
  session.close();
});

test('does not ask a voicemail to wait', async () => {
  const { say, listen, phone, stt, pass, watch, session } = await voiceDriver({ prepared: THINKING });
  stt.finals.push('Please leave a message after the tone.');
  listen();
  phone.speak(speech(SAYS_MS));
  await pass(2_000);
  const beeped = watch(session.awaitBeep());
  await pass(4_000);
  expect(beeped.atMs).not.toBeNull();
  const said = say('Please call us back.');
  await pass(2_000);
  expect(said.value?.playedText).toBe('Please call us back.');
  session.close();
});
