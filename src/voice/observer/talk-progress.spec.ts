import { LONG, near, opened, slow, speech, voiceDriver } from '../../../test/harness/voice-driver';
import type { ObservedTurn, TalkState } from './talk-observer';

function anObserver() {
  const seen = { states: [] as TalkState[], partials: [] as string[], turns: [] as ObservedTurn[] };
  return {
    ...seen,
    observer: {
      onState: (state: TalkState) => seen.states.push(state),
      onPartial: (text: string) => seen.partials.push(text),
      onTurn: (turn: ObservedTurn) => seen.turns.push(turn),
    },
  };
}

test('reports states, partials and the turns of the transcript with their stages', async () => {
  const { observer, states, partials, turns } = anObserver();
  const driver = await opened({
    voice: ['speaks', { firstMs: 200 }],
    finalMs: 100,
    observer: observer,
  });
  const { say, listen, phone, pass, stt } = driver;
  states.length = turns.length = 0;
  stt.finals.push('I am fine.');
  listen();
  phone.speak(speech(600));
  await pass(400);
  expect(states).toEqual(['hearing']);
  stt.partial('I am');
  await pass(1_100);
  expect(partials).toEqual(['I am']);
  expect(states).toEqual(['hearing', 'thinking']);
  expect(turns).toMatchObject([{ speaker: 'contact', text: 'I am fine.' }]);
  let go: () => void = () => undefined;
  const said = say(slow((wait) => (go = wait), 'Good.'));
  await pass(300);
  go();
  await pass(1_000);
  expect(states).toEqual(['hearing', 'thinking', 'speaking', 'listening']);
  expect(turns[1]).toMatchObject({
    speaker: 'agent',
    text: 'Good.',
    responseMs: said.value?.responseMs,
    stages: { stt: near(100), llm: near(300), tts: near(200) },
  });
  expect(turns[1]).not.toHaveProperty('cut');
});

test('marks a turn of the agent that the contact interrupted', async () => {
  const { observer, turns } = anObserver();
  const { say, phone, pass, stt } = await voiceDriver({ observer: observer });
  say(LONG);
  await pass(1_000);
  stt.finals.push('Wait, please stop.');
  phone.speak(speech(1_500));
  await pass(500);
  stt.partial('Wait, please stop');
  await pass(2_000);
  expect(turns[0]).toMatchObject({ speaker: 'agent', cut: true });
  expect(turns[0]).not.toHaveProperty('stages');
});

test("reports an agent whose tool runs as thinking, also after its phrases and the contact's words", async () => {
  const { observer, states } = anObserver();
  const { session, phone, pass, stt } = await opened({ observer });
  expect(states.at(-1)).toBe('listening');
  states.length = 0;
  let done: (value: null) => void = () => undefined;
  const waiting = session.waitFor(
    { over: new Promise<null>((resolve) => (done = resolve)), talkMs: () => null },
    {
      firstMs: 1_000,
      everyMs: 60_000,
      phrase: () => 'One moment.',
      onSpoken: () => undefined,
      onHeard: () => undefined,
    },
  );
  await pass(3_000);
  expect(states).toEqual(['thinking', 'speaking', 'thinking']);
  stt.finals.push('Hurry, please.', '');
  phone.speak(speech(600));
  await pass(2_000);
  phone.speak(speech(600));
  await pass(2_000);
  expect(states.slice(3)).toEqual(['hearing', 'thinking', 'hearing', 'thinking']);
  done(null);
  await pass(200);
  expect(await waiting).toEqual({ value: null });
});

test('withdraws words that become no turn', async () => {
  const { observer, partials, turns } = anObserver();
  const { say, listen, phone, pass, stt } = await opened({ observer });
  say(LONG);
  await pass(600);
  stt.finals.push('yeah', '');
  phone.speak(speech(300));
  await pass(200);
  stt.partial('yeah');
  await pass(1_000);
  expect(partials).toEqual(['yeah', '']);
  await pass(6_000);
  listen();
  phone.speak(speech(400));
  await pass(200);
  stt.partial('and');
  await pass(2_000);
  expect(partials).toEqual(['yeah', '', 'and', '']);
  expect(turns.map(({ speaker }) => speaker)).toEqual(['agent', 'agent']);
  stt.finals.push('');
  phone.speak(speech(400));
  await pass(2_000);
  expect(partials).toHaveLength(4);
});
