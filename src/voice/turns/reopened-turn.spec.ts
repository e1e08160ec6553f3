import { LONG, near, opened, silence, slow, speech } from '../../../test/harness/voice-driver';

/** The contact's turn is over, and the reply to it is awaited. */
async function awaited(...options: Parameters<typeof opened>) {
  const driver = await opened(...options);
  driver.stt.finals.push('I want to ask');
  const heard = driver.listen();
  driver.phone.speak(speech(600));
  await driver.pass(1_300);
  expect(heard.value).toMatchObject({ text: 'I want to ask' });
  return driver;
}

describe('a contact who continues before the agent is audible', () => {
  it('hears nothing of the reply, and has the words that follow recognized', async () => {
    const { say, listen, phone, pass, stt, sounds, figures } = await awaited();
    phone.speak(speech(600));
    await pass(160);
    const said = say(LONG);
    await pass(200);
    expect(sounds()).toBe(false);
    stt.partial('about the fees');
    await pass(60);
    expect(said.value).toMatchObject({ cutBy: 'barge_in', playedText: '' });
    expect(figures.bargeIns).toBe(0);
    stt.finals.push('about the fees');
    const heard = listen();
    await pass(1_200);
    expect(heard.value).toMatchObject({ text: 'about the fees' });
    expect(sounds()).toBe(false);
  });

  it('is awaited to the end of the words, where these come only then', async () => {
    const { say, phone, pass, stt, sounds } = await awaited({ partials: false });
    let go: () => void = () => undefined;
    const said = say(slow((wait) => (go = wait), LONG));
    stt.finals.push('about the fees');
    phone.speak(speech(300));
    await pass(200);
    go();
    await pass(540);
    expect([sounds(), said.value]).toEqual([false, undefined]);
    await pass(260);
    expect(said.value).toMatchObject({ cutBy: 'barge_in', playedText: '' });
  });

  it.each([
    ['noise', ''],
    ['a backchannel', 'haan'],
  ])('gets a reply when it was %s, and the wait is measured', async (_, words) => {
    const { say, phone, pass, stt, sounds } = await awaited();
    stt.finals.push(words);
    phone.speak(speech(240));
    await pass(160);
    const said = say('Sure.');
    await pass(500);
    expect(sounds()).toBe(false);
    await pass(700);
    expect(said.value).toMatchObject({ cutBy: null, playedText: 'Sure.' });
    expect(said.value?.responseMs).toEqual(near(1_540, 150));
  });

  it('hears nothing of the reply either after words after which more is usual', async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened();
    stt.finals.push('I like this and');
    const heard = listen();
    phone.speak(speech(600));
    phone.speak(silence(860));
    phone.speak(speech(600));
    await pass(400);
    stt.partial('I like this and');
    while (!heard.value) await pass(20);
    const reply = say(LONG);
    await pass(300);
    expect(sounds()).toBe(false);
    stt.partial('that');
    await pass(60);
    expect(reply.value).toMatchObject({ cutBy: 'barge_in', playedText: '' });
  });

  it.each([
    ['after such words', 'It is nine', true],
    ['where an engine reads the turn at its pause', 'It is nice.', false],
  ])('gets a reply 120 ms later at most %s', async (_, words, partials) => {
    const { say, listen, phone, pass, stt, sounds } = await opened({ partials });
    stt.finals.push(words);
    const heard = listen();
    phone.speak(speech(600));
    await pass(400);
    stt.partial(words);
    while (!heard.value) await pass(20);
    say(LONG);
    await pass(80);
    expect(sounds()).toBe(false);
    await pass(100);
    expect(sounds()).toBe(true);
  });

  it('gets a reply after 1.2 s without words', async () => {
    const { say, phone, pass, sounds } = await awaited();
    phone.speak(speech(5_000));
    await pass(160);
    say(LONG);
    await pass(1_100);
    expect(sounds()).toBe(false);
    await pass(200);
    expect(sounds()).toBe(true);
  });

  it.each(['low', 'off'] as const)(
    'does not delay an agent with the interruption %s',
    async (interruption) => {
      const { say, phone, pass, sounds } = await awaited({ interruption });
      phone.speak(speech(600));
      await pass(160);
      say(LONG);
      await pass(100);
      expect(sounds()).toBe(true);
    },
  );
});
