import { lead, say, ScriptedEngine } from '../../test/harness/scripted-talk';
import { FakeTts } from '../../test/harness/speech-engines';
import { LONG, opened, speech, voiceDriver } from '../../test/harness/voice-driver';

test('asks twice on a line with noise alone, and hangs up', async () => {
  const { session, watch, phone, pass, stt } = await voiceDriver();
  const engine = new ScriptedEngine([say('Hello.'), say('Are you there?')]);
  const talk = watch(lead(engine, session, { direction: 'inbound', maxSeconds: 600 }));
  for (let seconds = 0; seconds < 60 && !talk.value; seconds += 3) {
    stt.finals.push('');
    phone.speak(speech(300));
    await pass(3_000);
  }
  expect(talk.value).toMatchObject({
    end: { cause: 'hung_up', by: 'agent' },
    turns: [
      'agent: Hello.',
      expect.stringContaining('your voice is not clear'),
      ...Array<string>(3).fill('agent: Are you there?'),
    ],
  });
});

test('does the same with noise that never pauses', async () => {
  const { session, watch, phone, pass, stt } = await voiceDriver();
  const engine = new ScriptedEngine([say('Hello.'), say('Are you there?')]);
  const talk = watch(lead(engine, session, { direction: 'inbound', maxSeconds: 600 }));
  await pass(2_000);
  stt.finals.push(...Array<string>(9).fill(''));
  phone.speak(speech(100_000));
  await pass(90_000);
  expect(talk.value).toMatchObject({
    end: { cause: 'hung_up', by: 'agent' },
    turns: ['agent: Hello.', ...Array<string>(3).fill('agent: Are you there?')],
  });
});

test('recognizes words after noise that never pauses as a turn', async () => {
  const { listen, phone, pass, stt } = await voiceDriver();
  const heard = listen(40_000);
  stt.finals.push('', 'I am fine.');
  phone.speak(speech(50_000));
  await pass(35_000);
  stt.partial('I am fine.');
  await pass(16_000);
  expect(heard.value).toMatchObject({ kind: 'speech', text: 'I am fine.' });
});

test('continues to speak beside noise that never pauses', async () => {
  const { say: speak, phone, pass, stt } = await opened();
  const spoken = speak(LONG);
  await pass(1_000);
  stt.finals.push('', '');
  phone.speak(speech(60_000));
  await pass(30_000 + LONG.length * FakeTts.MS_PER_CHARACTER);
  expect(spoken.value).toMatchObject({ cutBy: null, playedText: LONG });
});
