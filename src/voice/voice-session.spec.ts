import {
  LONG,
  near,
  opened,
  slow,
  speech,
  THINKING,
  TROUBLE,
  voiceDriver,
} from '../../test/harness/voice-driver';
import { FakeTts } from '../../test/harness/speech-engines';

test('measures each part of the wait for a reply', async () => {
  const voice = ['speaks', { firstMs: 200 }] as const;
  const { say, listen, phone, pass, stt, figures } = await opened({ voice, partials: false, finalMs: 100 });
  expect(figures.took).toEqual({});
  stt.finals.push('I am fine.');
  listen();
  phone.speak(speech(600));
  await pass(1_500);
  expect(figures.took).toEqual({ endpointing: near(500), stt: near(100) });
  let go: () => void = () => undefined;
  const said = say(slow((wait) => (go = wait), 'Good.'));
  await pass(300);
  go();
  await pass(1_000);
  const waited = said.value?.responseMs ?? 0;
  expect(figures.took).toMatchObject({ llm: near(300), tts: near(200), total: near(waited) });
});

describe('silence', () => {
  it('is reported after the given time', async () => {
    const { listen, pass } = await voiceDriver();
    const heard = listen(8_000);
    await pass(8_200);
    expect(heard).toMatchObject({ value: { kind: 'silence' }, atMs: near(8_020) });
  });

  it('does not count while the line is on hold, for two minutes at most', async () => {
    const { listen, pass, session } = await voiceDriver();
    const heard = listen(8_000);
    session.setHold(true);
    await pass(60_000);
    session.setHold(false);
    await pass(7_800);
    expect(heard.value).toBeUndefined();
    await pass(400);
    expect(heard.value).toMatchObject({ kind: 'silence', forMs: near(8_000, 120) });
    const again = listen(8_000);
    session.setHold(true);
    await pass(129_000);
    expect(again.value).toMatchObject({ kind: 'silence' });
  });
});

describe('the agent', () => {
  it('plays the first sentence while the second is being written', async () => {
    const { say, pass, tts } = await voiceDriver();
    let go: () => void = () => undefined;
    const text = (async function* () {
      yield 'First one. ';
      yield* slow((resolve) => (go = resolve), 'Second.');
    })();
    const said = say(text);
    await pass(1_000);
    expect(tts.asked).toEqual(['First one.']);
    go();
    await pass(1_000);
    expect(tts.asked).toEqual(['First one.', 'Second.']);
    expect(said.value).toMatchObject({ playedText: 'First one. Second.', cutBy: null, startMs: near(20) });
  });

  it('plays nothing for an empty text', async () => {
    const { say, pass } = await voiceDriver();
    const said = say('');
    await pass(40);
    expect(said).toMatchObject({ value: null });
  });

  it('reports the response time', async () => {
    const { say, listen, phone, pass, stt } = await voiceDriver({ voice: [{ firstMs: 300 }] });
    stt.finals.push('Tell me more');
    listen();
    phone.speak(speech(600));
    await pass(1_200);
    const said = say('Sure.');
    await pass(1_000);
    expect(said.value?.responseMs).toEqual(near(1_220 - 620 + 300, 80));
  });

  it('fills the time until its reply comes, but not in two turns running', async () => {
    const { say, listen, phone, pass, stt, tts } = await voiceDriver({ prepared: THINKING });
    const ask = async () => {
      stt.finals.push('Tell me more');
      const heard = listen();
      phone.speak(speech(600));
      await pass(1_300);
      expect(heard.value).toMatchObject({ kind: 'speech' });
    };
    await ask();
    let go: () => void = () => undefined;
    const said = say(slow((resolve) => (go = resolve), 'Here it is.'));
    await pass(6_000);
    go();
    await pass(2_000);
    expect(said.value?.playedText).toBe(`${THINKING.join(' ')} Here it is.`);
    await ask();
    const next = say(slow((resolve) => (go = resolve), 'And this.'));
    await pass(6_000);
    go();
    await pass(2_000);
    expect(next.value?.playedText).toBe('And this.');
    expect(tts.asked).toEqual(['Here it is.', 'And this.']);
  });

  it.each([
    ['never begins', 'silent', 4_000],
    ['is refused twice', 'broken', 0],
    ['is empty twice', 'empty', 0],
  ] as const)('apologises when its voice %s', async (_, voice, afterMs) => {
    const { say, pass, tts, failures } = await voiceDriver({
      voice: ['speaks', voice],
      prepared: [TROUBLE],
    });
    const said = say('Hello there.');
    // The phrase was made first: what it says now is the second.
    await pass(afterMs + TROUBLE.length * FakeTts.MS_PER_CHARACTER + 300);
    expect(said.value).toMatchObject({ cutBy: 'tts_failed', playedText: TROUBLE });
    expect([tts.asked.length, failures.length]).toEqual([2, 2]);
  });

  it('apologises by the spare voice, and without one not at all', async () => {
    const spoken = await voiceDriver({ voice: ['broken'], spareTts: (time) => new FakeTts(time) });
    const said = spoken.say('Hello there.');
    await spoken.pass(1_500);
    expect(said.value).toMatchObject({ cutBy: 'tts_failed', playedText: TROUBLE });
    const silent = await voiceDriver({ voice: ['broken'] });
    const unsaid = silent.say('Hello there.');
    await silent.pass(1_500);
    expect(unsaid.value).toMatchObject({ cutBy: 'tts_failed', playedText: '' });
  });

  it('is interrupted by the end of the line, and by the limit of minutes to the millisecond', async () => {
    const gone = await voiceDriver();
    const said = gone.say(LONG);
    await gone.pass(1_000);
    gone.session.end('hung_up');
    await gone.pass(40);
    expect(said.value).toMatchObject({
      cutBy: 'hung_up',
      playedText: 'This sentence is',
      endMs: near(1_020),
    });
    const limited = await voiceDriver();
    limited.session.cutAt(1_500);
    const cut = limited.say(LONG);
    await limited.pass(2_000);
    expect(cut.value).toMatchObject({ cutBy: 'limit' });
    expect(limited.session.nowMs()).toEqual(near(1_500, 20));
    expect(await limited.session.speak((async function* () {})())).toMatchObject({ cutBy: 'limit' });
  });
});

describe('recognition', () => {
  const spoken = async (driver: Awaited<ReturnType<typeof voiceDriver>>) => {
    const heard = driver.listen(30_000);
    driver.phone.speak(speech(600));
    await driver.pass(1_000);
    return heard;
  };

  it.each([
    ['breaks', new Error('gone')],
    ['does not answer', 'silence'],
  ])('is retried when it %s at the end of a turn, with the same audio', async (_, final) => {
    const driver = await voiceDriver({ partials: false });
    driver.stt.finals.push(final, 'Yes please');
    const heard = await spoken(driver);
    await driver.pass(4_000);
    expect(heard.value).toMatchObject({ text: 'Yes please' });
    expect([driver.failures, driver.stt.opened.length]).toEqual([['fake'], 2]);
    expect(driver.stt.fedMs[1]).toBe(driver.stt.fedMs[0]);
  });

  it('continues by a new connection when it breaks while the contact speaks', async () => {
    const driver = await voiceDriver();
    driver.stt.finals.push('Yes please');
    const heard = driver.listen();
    driver.phone.speak(speech(1_000));
    await driver.pass(500);
    driver.stt.break();
    await driver.pass(2_000);
    expect(heard.value).toMatchObject({ text: 'Yes please' });
    expect(driver.stt.fedMs[1]).toBeGreaterThan(1_000);
  });

  it('uses the next engine, and fails when none is left', async () => {
    const driver = await voiceDriver({ partials: false, spareStt: {} });
    driver.stt.finals.push(new Error('gone'));
    driver.stt.refusals.push(new Error('refused'));
    driver.spareStt?.finals.push('Yes', new Error('gone'));
    const heard = await spoken(driver);
    await driver.pass(1_000);
    expect(heard.value).toMatchObject({ text: 'Yes' });
    driver.spareStt?.refusals.push('hangs');
    const failed = await spoken(driver);
    await driver.pass(6_000);
    expect(failed.value).toEqual({ kind: 'stt_failed' });
    expect(driver.failures).toEqual(['fake', 'fake', 'spare', 'spare']);
  });

  it('removes characters that no database stores', async () => {
    const driver = await opened();
    driver.stt.finals.push(' Ye\ud800s\0 ', '\0');
    const heard = await spoken(driver);
    await driver.pass(500);
    expect(heard.value).toMatchObject({ text: 'Yes' });
    const said = driver.say(LONG);
    driver.phone.speak(speech(200));
    await driver.pass(200);
    // Words would stop the agent.
    driver.stt.partial('\0 \udc00');
    await driver.pass(5_000);
    expect(said.value).toMatchObject({ playedText: LONG, cutBy: null });
  });

  it('treats a turn without words by then as noise', async () => {
    const driver = await voiceDriver();
    driver.stt.finals.push('silence');
    const heard = await spoken(driver);
    await driver.pass(5_000);
    expect([heard.value, driver.failures]).toEqual([undefined, []]);
  });
});
