import { LONG, near, opened, silence, speech, voiceDriver } from '../../../test/harness/voice-driver';
import { FakeTts } from '../../../test/harness/speech-engines';

describe('an interruption', () => {
  it('pauses the agent after 250 ms of speech, and words stop it', async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened();
    const said = say(LONG);
    await pass(1_000);
    phone.speak(speech(1_500));
    await pass(200);
    expect(sounds()).toBe(true);
    await pass(250);
    expect([sounds(), said.value]).toEqual([false, undefined]);
    stt.partial('But I want');
    await pass(60);
    expect(said.value).toMatchObject({ cutBy: 'barge_in', playedText: 'This sentence is long' });
    stt.finals.push('But I want to ask');
    const heard = listen();
    await pass(2_500);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'But I want to ask' });
  });

  it('is ignored for a backchannel: the agent continues, without a turn of the contact', async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened();
    const said = say(LONG);
    await pass(1_000);
    stt.finals.push('haan ji');
    phone.speak(speech(400));
    await pass(360);
    stt.partial('haan');
    expect(sounds()).toBe(false);
    await pass(400);
    expect(sounds()).toBe(true);
    await pass(LONG.length * FakeTts.MS_PER_CHARACTER);
    expect(said.value).toMatchObject({ cutBy: null, playedText: LONG });
    const heard = listen(1_000);
    await pass(1_200);
    expect(heard.value).toMatchObject({ kind: 'silence' });
  });

  it('answers a question when it comes with its end', async () => {
    const { say, listen, phone, pass, stt } = await opened();
    const question = 'Do you want to join?';
    const said = say(question);
    stt.finals.push('Haan');
    await pass(question.length * FakeTts.MS_PER_CHARACTER - 900);
    phone.speak(speech(240));
    await pass(2_000);
    expect(said.value).toMatchObject({ playedText: question });
    const heard = listen(1_000);
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'Haan' });
  });

  it('requires words after two false ones, and in the opening line', async () => {
    const driver = await voiceDriver();
    const { say, phone, pass, stt, sounds } = driver;
    const opening = say('This is the opening line of the agent.');
    await pass(500);
    phone.speak(speech(600));
    await pass(500);
    expect(sounds()).toBe(true);
    await pass(2_000);
    expect(opening.value?.cutBy).toBeNull();
    const said = say(`${LONG} ${LONG}`);
    for (let at = 0; at < 2; at++) {
      await pass(600);
      phone.speak(speech(400));
      await pass(400);
      expect(sounds()).toBe(false);
      await pass(1_000);
    }
    phone.speak(speech(600));
    await pass(500);
    expect(sounds()).toBe(true);
    stt.partial('Stop it now');
    await pass(60);
    expect(said.value?.cutBy).toBe('barge_in');
  });

  it.each([
    ['low', 'speech alone', true],
    ['high', 'any word', false],
  ] as const)('follows the setting %s: %s', async (interruption, _, goesOn) => {
    const { say, phone, pass, stt, sounds } = await opened({ interruption });
    const said = say(LONG);
    await pass(600);
    phone.speak(speech(800));
    await pass(320);
    expect(sounds()).toBe(goesOn);
    stt.partial('haan');
    await pass(60);
    expect(said.value?.cutBy).toBe(goesOn ? undefined : 'barge_in');
  });

  it.each([
    ['normal', null],
    ['high', 'barge_in'],
  ] as const)('is a backchannel in the opening line, with the setting %s', async (interruption, cutBy) => {
    const { say, phone, pass, stt } = await voiceDriver({ interruption });
    const opening = say('This is the opening line of the agent.');
    await pass(600);
    phone.speak(speech(400));
    await pass(200);
    stt.partial('haan');
    await pass(3_000);
    expect(opening.value?.cutBy).toBe(cutBy);
  });

  it("never stops the agent with the setting off: the contact's words during it are one turn after it", async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened({ interruption: 'off' });
    const said = say(`${LONG} ${LONG}`);
    await pass(600);
    stt.finals.push('But I want', 'to ask');
    phone.speak(speech(900));
    await pass(400);
    stt.partial('But I want');
    await pass(100);
    expect(sounds()).toBe(true);
    await pass(1_500);
    phone.speak(speech(600));
    await pass(1_500);
    phone.pressKey('1');
    await pass(2 * LONG.length * FakeTts.MS_PER_CHARACTER);
    expect(said.value).toMatchObject({ cutBy: null, playedText: `${LONG} ${LONG}` });
    const heard = listen();
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'But I want to ask [DTMF 1]' });
  });

  it('is recognized after an agent who always finishes, when a machine speaks', async () => {
    const { say, listen, phone, pass, stt } = await voiceDriver({ interruption: 'off' });
    const said = say(LONG);
    stt.finals.push('Please leave a message after the tone');
    phone.speak(speech(900));
    await pass(LONG.length * FakeTts.MS_PER_CHARACTER + 500);
    expect(said.value).toMatchObject({ cutBy: null });
    const heard = listen();
    await pass(100);
    expect(heard.value).toMatchObject({ answerer: 'voicemail' });
  });

  it('is one turn with words that continue after an agent who always finishes', async () => {
    const { say, listen, phone, pass, stt } = await opened({ interruption: 'off' });
    const said = say('This text is somewhat longer.');
    stt.finals.push('But I want', 'to ask');
    phone.speak(speech(300));
    phone.speak(silence(700));
    phone.speak(speech(700));
    await pass(1_600);
    expect(said.value).toMatchObject({ cutBy: null, playedText: 'This text is somewhat longer.' });
    const heard = listen();
    await pass(1_500);
    expect(heard.value).toMatchObject({ text: 'But I want to ask', startMs: near(1_040) });
    const reply = say('Sure.');
    await pass(600);
    expect(reply.value?.responseMs).toBeLessThan(1_500);
  });

  it('does not stop an agent who always finishes by keys', async () => {
    const { say, phone, pass } = await voiceDriver({ interruption: 'off' });
    const said = say(LONG);
    await pass(500);
    phone.pressKey('1');
    await pass(60);
    expect(said.value).toBeUndefined();
  });

  it('requires 700 ms of speech where words arrive only after it', async () => {
    const { say, phone, pass } = await opened({ partials: false });
    const said = say(LONG);
    await pass(600);
    phone.speak(speech(1_500));
    await pass(640);
    expect(said.value).toBeUndefined();
    await pass(160);
    expect(said.value?.cutBy).toBe('barge_in');
  });

  it.each([
    ['counts speech before and after a comma', 150, 900, 'barge_in'],
    ['counts speech anew after a longer pause', 300, 1_250, undefined],
  ] as const)('detects: %s', async (_, commaMs, atMs, cutBy) => {
    const { say, phone, pass, sounds } = await opened({ partials: false });
    const said = say(LONG);
    await pass(600);
    phone.speak(speech(400));
    phone.speak(silence(commaMs));
    phone.speak(speech(1_200));
    await pass(400 + commaMs);
    expect(sounds()).toBe(commaMs >= 200);
    await pass(atMs - 400 - commaMs);
    expect(said.value?.cutBy).toBe(cutBy);
  });

  it('is found over a comma by words alone', async () => {
    const { say, phone, pass, stt } = await opened({ partials: false, interruption: 'low' });
    const said = say(`${LONG} ${LONG}`);
    await pass(600);
    stt.peeks.push('Wait please');
    for (const sound of [speech(300), silence(150), speech(900)]) phone.speak(sound);
    await pass(800);
    expect(said.value?.cutBy).toBe('barge_in');
  });

  it.each([
    ['words', ['Hold on please'], 660, 'barge_in'],
    ['words after a backchannel', ['Yes', 'Yes but wait'], 810, 'barge_in'],
    ['a backchannel', ['Yes', 'Yes', 'Yes', 'Yes'], 2_500, undefined],
    ['noise', ['', new Error('gone'), '', ''], 2_500, undefined],
  ] as const)(
    'is found by words alone where words come only after it: %s',
    async (_, peeks, afterMs, cutBy) => {
      const { say, phone, pass, stt } = await opened({ partials: false, interruption: 'low' });
      const said = say(`${LONG} ${LONG}`);
      await pass(600);
      stt.peeks.push(...peeks);
      phone.speak(speech(2_400));
      await pass(afterMs - 100);
      expect(said.value).toBeUndefined();
      await pass(240);
      expect(said.value?.cutBy).toBe(cutBy);
    },
  );

  it('is counted', async () => {
    const { say, phone, pass, stt, figures } = await opened();
    say(LONG);
    await pass(1_000);
    phone.speak(speech(800));
    await pass(400);
    expect(figures.bargeIns).toBe(0);
    stt.partial('But I want');
    await pass(60);
    expect(figures.bargeIns).toBe(1);
  });

  it('stops the agent at once by a key', async () => {
    const { say, listen, phone, pass } = await voiceDriver();
    const said = say(LONG);
    await pass(500);
    phone.pressKey('1');
    await pass(60);
    expect(said.value?.cutBy).toBe('barge_in');
    const heard = listen();
    await pass(2_500);
    expect(heard.value).toMatchObject({ text: '[DTMF 1]' });
  });
});
