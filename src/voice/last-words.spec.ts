import { lead, say, ScriptedEngine } from '../../test/harness/scripted-talk';
import { LONG, speech, voiceStage } from '../../test/harness/voice-stage';

type Stage = Awaited<ReturnType<typeof voiceStage>>;

const led = ({ watch, session }: Stage, text: string) =>
  watch(lead(new ScriptedEngine([say(text)]), session, { direction: 'inbound', maxSeconds: 600 }));

describe('the last words of a contact who hangs up are recorded', () => {
  it('while an agent speaks who always finishes', async () => {
    const stage = await voiceStage({ interruption: 'off' });
    const talk = led(stage, `${LONG} ${LONG}`);
    stage.stt.finals.push('Never call me again.');
    await stage.pass(600);
    stage.phone.speak(speech(900));
    await stage.pass(1_800);
    stage.session.end('hung_up');
    await stage.pass(1_500);
    expect(talk.value).toMatchObject({
      end: { cause: 'hung_up', by: 'contact' },
      turns: [expect.stringMatching(/^agent: This sentence/), 'contact: Never call me again.'],
    });
  });

  it('before they have stopped the agent', async () => {
    const stage = await voiceStage({ partials: false });
    const talk = led(stage, LONG);
    stage.stt.finals.push('Not interested.');
    await stage.pass(600);
    stage.phone.speak(speech(400));
    await stage.pass(440);
    stage.session.end('hung_up');
    await stage.pass(1_500);
    expect(talk.value?.turns).toEqual([expect.stringMatching(/^agent: This/), 'contact: Not interested.']);
  });

  it('while a tool is used', async () => {
    const stage = await voiceStage();
    const heard: string[] = [];
    const waited = stage.watch(
      stage.session.waitFor(
        { over: new Promise(() => undefined), talkMs: () => null },
        {
          firstMs: 9_000,
          everyMs: 9_000,
          phrase: () => 'One moment.',
          onSpoken: () => undefined,
          onHeard: ({ text }) => heard.push(text),
        },
      ),
    );
    stage.stt.finals.push('Forget it.');
    stage.phone.speak(speech(600));
    await stage.pass(500);
    stage.session.end('hung_up');
    await stage.pass(1_500);
    expect(waited.value).toEqual({ endedBy: 'hung_up' });
    expect(heard).toEqual(['Forget it.']);
  });

  it('when they are keys', async () => {
    const { session, listen, phone, pass } = await voiceStage();
    const heard = listen();
    phone.pressKey('9');
    await pass(400);
    session.end('hung_up');
    await pass(200);
    expect(heard.value).toMatchObject({ kind: 'speech', text: '[DTMF 9]', hungUp: true });
  });
});
