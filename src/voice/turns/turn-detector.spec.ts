import { near, silence, speech, voiceDriver } from '../../../test/harness/voice-driver';

describe('a turn of the contact', () => {
  it('is recognized to its end, with its times', async () => {
    const { listen, phone, pass, stt } = await voiceDriver();
    stt.finals.push('Hello?');
    const heard = listen(900);
    await pass(400);
    phone.speak(speech(600));
    await pass(2_000);
    expect(heard.value).toEqual({ kind: 'speech', text: 'Hello?', startMs: near(420), endMs: near(1_020) });
    // What came before the voice was noticed belongs to it.
    expect(stt.fedMs[0]).toBeGreaterThan(600 + 200);
  });

  it.each([
    ['no word yet', null, 500],
    ['the end of a sentence', 'I am fine.', 300],
    ['words without an end', 'I am fine', 500],
    ['a joining word', 'I am fine and', 900],
    ['a filler', 'I am, um', 900],
    ['digits', 'It is 98', 900],
    ['a number, spoken', 'nine eight', 900],
    ['a sentence with digits', 'It is 5 lakh.', 500],
  ])('ends after the quiet that fits its words: %s', async (_, partial, quietMs) => {
    const { listen, phone, pass, stt } = await voiceDriver();
    stt.finals.push('x y z');
    const heard = listen();
    phone.speak(speech(800));
    await pass(600);
    if (partial !== null) stt.partial(partial);
    await pass(2_000);
    expect(heard.atMs).toEqual(near(820 + quietMs));
  });

  it.each([
    ['quick', 'I am fine.', 240],
    ['quick', 'I am fine', 400],
    ['quick', 'I am fine and', 720],
    ['quick', 'It is nine', 900],
    ['patient', null, 800],
    ['patient', 'I am fine.', 480],
    ['patient', 'It is 98', 1_440],
  ] as const)('ends sooner or later by patience: %s, %s', async (patience, partial, quietMs) => {
    const { listen, phone, pass, stt } = await voiceDriver({ patience });
    stt.finals.push('x y z');
    const heard = listen();
    phone.speak(speech(800));
    await pass(600);
    if (partial !== null) stt.partial(partial);
    await pass(2_500);
    expect(heard.atMs).toEqual(near(820 + quietMs));
  });

  it('of an engine without partials ends after 500 ms, and the engine may read ahead', async () => {
    const { listen, phone, pass, stt } = await voiceDriver({ partials: false });
    stt.finals.push('Yes');
    const heard = listen();
    phone.speak(speech(800));
    await pass(1_060);
    expect([stt.lulls, heard.atMs]).toEqual([1, null]);
    await pass(1_000);
    expect(heard.atMs).toEqual(near(820 + 500));
  });

  it.each([
    ['ends a sentence', 'I am fine.', 450],
    ['ends in a joining word', 'I am fine and', 900],
    ['does neither', 'I am fine', 500],
  ])(
    'of an engine without partials ends by the words that it read at a pause: what %s',
    async (_, words, ms) => {
      const { listen, phone, pass, stt } = await voiceDriver({ partials: false });
      stt.finals.push('x y z');
      const heard = listen();
      phone.speak(speech(800));
      await pass(1_260);
      expect(heard.atMs).toBeNull();
      stt.partial(words);
      await pass(1_000);
      expect(heard.atMs).toEqual(near(820 + ms));
    },
  );

  it('of an engine without partials forgets the words of a pause that has ended', async () => {
    const { listen, phone, pass, stt } = await voiceDriver({ partials: false });
    stt.finals.push('x y z');
    const heard = listen();
    phone.speak(speech(800));
    phone.speak(silence(440));
    phone.speak(speech(400));
    await pass(1_100);
    stt.partial('I am fine and');
    await pass(2_000);
    expect(heard.atMs).toEqual(near(1_660 + 500));
  });

  it('continues after a pause that is shorter than its end', async () => {
    const { listen, phone, pass, stt } = await voiceDriver();
    stt.finals.push('I am fine');
    const heard = listen();
    phone.speak(speech(400));
    phone.speak(silence(400));
    phone.speak(speech(400));
    await pass(3_000);
    expect(heard.value).toMatchObject({ text: 'I am fine', startMs: near(20), endMs: near(1_220) });
  });

  it.each([
    ['without a pause', 0],
    ['with a pause', 300],
  ])('ends after 30 s in any case: %s', async (_, pauseMs) => {
    const { listen, phone, pass, stt } = await voiceDriver();
    stt.finals.push('and so on', 'and on');
    const heard = listen();
    phone.speak(speech(1_000));
    phone.speak(silence(pauseMs));
    phone.speak(speech(40_000));
    await pass(30_500);
    expect(heard).toMatchObject({ value: { text: 'and so on' }, atMs: near(30_020, 120) });
  });

  it('is dropped without words; after the second the line is unclear', async () => {
    const { listen, phone, pass, stt } = await voiceDriver();
    stt.finals.push('', '');
    const heard = listen(20_000);
    phone.speak(speech(400));
    await pass(3_000);
    expect(heard.value).toBeUndefined();
    phone.speak(speech(400));
    await pass(2_000);
    expect(heard.value).toEqual({ kind: 'unclear' });
  });

  it('may end with the call', async () => {
    const { listen, phone, pass, stt, session } = await voiceDriver();
    stt.finals.push('Bye');
    const heard = listen();
    phone.speak(speech(500));
    await pass(700);
    session.end('hung_up');
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'Bye', hungUp: true });
    expect(session.nowMs()).toEqual(near(700));
  });

  it('joins the awaited words of the previous one when the call ends', async () => {
    const { listen, phone, pass, stt, session } = await voiceDriver({ finalMs: 400 });
    stt.finals.push('I want', 'to come');
    const heard = listen();
    phone.speak(speech(600));
    phone.speak(silence(560));
    phone.speak(speech(600));
    await pass(1_400);
    session.end('hung_up');
    await pass(1_000);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'I want to come', hungUp: true });
  });

  it('may be pressed on the keypad, until # or a pause', async () => {
    const { listen, session, phone, pass, facts } = await voiceDriver();
    const first = listen();
    for (const key of '12#') phone.pressKey(key);
    await pass(100);
    expect(first.value).toMatchObject({ kind: 'speech', text: '[DTMF 12#]' });
    const second = listen();
    phone.pressKey('7');
    await pass(1_900);
    expect(second.value).toBeUndefined();
    await pass(300);
    expect(second.value).toMatchObject({ text: '[DTMF 7]' });
    expect(facts).toContainEqual({ type: 'timeline', kind: 'dtmf', message: 'The contact pressed keys.' });
    session.close();
  });
});
