import { lead, say, ScriptedEngine } from '../../test/harness/scripted-talk';
import { speech, voiceStage } from '../../test/harness/voice-stage';

test('a line with noise alone is silent: the agent asks twice, and hangs up', async () => {
  const { session, watch, phone, pass, stt } = await voiceStage();
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
