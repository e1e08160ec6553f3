import { lead, say, ScriptedEngine } from '../../test/harness/scripted-talk';
import { LONG, speech, voiceDriver } from '../../test/harness/voice-driver';

type Driver = Awaited<ReturnType<typeof voiceDriver>>;

const led = ({ watch, session }: Driver, text: string) =>
  watch(lead(new ScriptedEngine([say(text)]), session, { direction: 'inbound', maxSeconds: 600 }));

describe('the last words of a contact who hangs up are recorded', () => {
  it('while an agent speaks who always finishes', async () => {
    const driver = await voiceDriver({ interruption: 'off' });
    const talk = led(driver, `${LONG} ${LONG}`);
    driver.stt.finals.push('Never call me again.');
    await driver.pass(600);
    driver.phone.speak(speech(900));
    await driver.pass(1_800);
    driver.session.end('hung_up');
    await driver.pass(1_500);
    expect(talk.value).toMatchObject({
      end: { cause: 'hung_up', by: 'contact' },
      turns: [expect.stringMatching(/^agent: This sentence/), 'contact: Never call me again.'],
    });
  });

  it('before they have stopped the agent', async () => {
    const driver = await voiceDriver({ partials: false });
    const talk = led(driver, LONG);
    driver.stt.finals.push('Not interested.');
    await driver.pass(600);
    driver.phone.speak(speech(400));
    await driver.pass(440);
    driver.session.end('hung_up');
    await driver.pass(1_500);
    expect(talk.value?.turns).toEqual([expect.stringMatching(/^agent: This/), 'contact: Not interested.']);
  });

  it('while a tool is used', async () => {
    const driver = await voiceDriver();
    const heard: string[] = [];
    const waited = driver.watch(
      driver.session.waitFor(
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
    driver.stt.finals.push('Forget it.');
    driver.phone.speak(speech(600));
    await driver.pass(500);
    driver.session.end('hung_up');
    await driver.pass(1_500);
    expect(waited.value).toEqual({ endedBy: 'hung_up' });
    expect(heard).toEqual(['Forget it.']);
  });

  it('when they are keys', async () => {
    const { session, listen, phone, pass } = await voiceDriver();
    const heard = listen();
    phone.pressKey('9');
    await pass(400);
    session.end('hung_up');
    await pass(200);
    expect(heard.value).toMatchObject({ kind: 'speech', text: '[DTMF 9]', hungUp: true });
  });
});
