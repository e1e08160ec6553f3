import { beep, silence, speech, THINKING, TROUBLE, voiceStage } from '../../../../test/harness/voice-stage';
import { FakeTts } from '../../../../test/harness/speech-engines';

const near = (expected: number, by = 60) => ({
  asymmetricMatch: (value: unknown) => typeof value === 'number' && Math.abs(value - expected) <= by,
  toString: () => `about ${expected}`,
});

/** The opening line is over: what comes then can be interrupted by speech. */
async function opened(...options: Parameters<typeof voiceStage>) {
  const stage = await voiceStage(...options);
  const opening = stage.say('Hello.');
  await stage.pass(1_000);
  expect(opening.value?.heard).toBe('Hello.');
  return stage;
}

/** What has no end for a while. */
async function* slow(pass: (go: () => void) => void, text: string) {
  await new Promise<void>(pass);
  yield text;
}

const LONG = 'This sentence is long enough to be interrupted in its middle.';

test('each part of the wait for an answer is measured', async () => {
  const voice = ['speaks', { firstMs: 200 }] as const;
  const { say, listen, phone, pass, stt, figures } = await opened({ voice, partials: false, finalMs: 100 });
  expect(figures.took).toEqual({});
  stt.finals.push('I am fine.');
  listen();
  phone.say(speech(600));
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

describe('a turn of the contact', () => {
  it('is heard out, with its times', async () => {
    const { listen, phone, pass, stt } = await voiceStage();
    stt.finals.push('Hello?');
    const heard = listen(900);
    await pass(400);
    phone.say(speech(600));
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
  ])('ends after the quiet that its words ask for: %s', async (_, partial, quietMs) => {
    const { listen, phone, pass, stt } = await voiceStage();
    stt.finals.push('x y z');
    const heard = listen();
    phone.say(speech(800));
    await pass(600);
    if (partial !== null) stt.partial(partial);
    await pass(2_000);
    expect(heard.atMs).toEqual(near(820 + quietMs));
  });

  it('of an engine without partials ends after 500 ms, and the engine may read ahead', async () => {
    const { listen, phone, pass, stt } = await voiceStage({ partials: false });
    stt.finals.push('Yes');
    const heard = listen();
    phone.say(speech(800));
    await pass(1_060);
    expect([stt.lulls, heard.atMs]).toEqual([1, null]);
    await pass(1_000);
    expect(heard.atMs).toEqual(near(820 + 500));
  });

  it('goes on after a pause that is shorter than its end', async () => {
    const { listen, phone, pass, stt } = await voiceStage();
    stt.finals.push('I am fine');
    const heard = listen();
    phone.say(speech(400));
    phone.say(silence(400));
    phone.say(speech(400));
    await pass(3_000);
    expect(heard.value).toMatchObject({ text: 'I am fine', startMs: near(20), endMs: near(1_220) });
  });

  it('ends after 30 s in any case', async () => {
    const { listen, phone, pass, stt } = await voiceStage();
    stt.finals.push('and so on', 'and on');
    const heard = listen();
    phone.say(speech(40_000));
    await pass(30_500);
    expect(heard).toMatchObject({ value: { text: 'and so on' }, atMs: near(30_020, 120) });
  });

  it('without words is dropped; after the second the line is unclear', async () => {
    const { listen, phone, pass, stt } = await voiceStage();
    stt.finals.push('', '');
    const heard = listen(20_000);
    phone.say(speech(400));
    await pass(3_000);
    expect(heard.value).toBeUndefined();
    phone.say(speech(400));
    await pass(2_000);
    expect(heard.value).toEqual({ kind: 'unclear' });
  });

  it('may end with the call', async () => {
    const { listen, phone, pass, stt, session } = await voiceStage();
    stt.finals.push('Bye');
    const heard = listen();
    phone.say(speech(500));
    await pass(700);
    session.cut('hung_up');
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'Bye', hungUp: true });
    expect(session.nowMs()).toEqual(near(700));
  });

  it('may be pressed on the keypad, until # or a pause', async () => {
    const { listen, session, phone, pass, facts } = await voiceStage();
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
    expect(facts).toContainEqual({ type: 'detail', kind: 'dtmf', message: 'The contact pressed keys.' });
    session.close();
  });
});

describe('silence', () => {
  it('is told after the time that was given', async () => {
    const { listen, pass } = await voiceStage();
    const heard = listen(8_000);
    await pass(8_200);
    expect(heard).toMatchObject({ value: { kind: 'silence' }, atMs: near(8_020) });
  });

  it('does not count while the line is held, for two minutes at the most', async () => {
    const { listen, pass, session } = await voiceStage();
    const heard = listen(8_000);
    session.hold(true);
    await pass(60_000);
    session.hold(false);
    await pass(7_800);
    expect(heard.value).toBeUndefined();
    await pass(400);
    expect(heard.value).toMatchObject({ kind: 'silence', forMs: near(8_000, 120) });
    const again = listen(8_000);
    session.hold(true);
    await pass(129_000);
    expect(again.value).toMatchObject({ kind: 'silence' });
  });
});

describe('an interruption', () => {
  it('pauses the agent after 250 ms of speech, and words stop it', async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened();
    const said = say(LONG);
    await pass(1_000);
    phone.say(speech(1_500));
    await pass(200);
    expect(sounds()).toBe(true);
    await pass(250);
    expect([sounds(), said.value]).toEqual([false, undefined]);
    stt.partial('But I want');
    await pass(60);
    expect(said.value).toMatchObject({ cutBy: 'barge_in', heard: 'This sentence is long' });
    stt.finals.push('But I want to ask');
    const heard = listen();
    await pass(2_500);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'But I want to ask' });
  });

  it('is none when it is a backchannel: the agent goes on, and nobody said anything', async () => {
    const { say, listen, phone, pass, stt, sounds } = await opened();
    const said = say(LONG);
    await pass(1_000);
    stt.finals.push('haan ji');
    phone.say(speech(400));
    await pass(360);
    stt.partial('haan');
    expect(sounds()).toBe(false);
    await pass(400);
    expect(sounds()).toBe(true);
    await pass(LONG.length * FakeTts.MS_PER_CHARACTER);
    expect(said.value).toMatchObject({ cutBy: null, heard: LONG });
    const heard = listen(1_000);
    await pass(1_200);
    expect(heard.value).toMatchObject({ kind: 'silence' });
  });

  it('is an answer when it comes with the end of a question', async () => {
    const { say, listen, phone, pass, stt } = await opened();
    const question = 'Do you want to join?';
    const said = say(question);
    stt.finals.push('Haan');
    await pass(question.length * FakeTts.MS_PER_CHARACTER - 900);
    phone.say(speech(240));
    await pass(2_000);
    expect(said.value).toMatchObject({ heard: question });
    const heard = listen(1_000);
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'Haan' });
  });

  it('needs words after two for nothing, and in the opening line', async () => {
    const stage = await voiceStage();
    const { say, phone, pass, stt, sounds } = stage;
    const opening = say('This is the opening line of the agent.');
    await pass(500);
    phone.say(speech(600));
    await pass(500);
    expect(sounds()).toBe(true);
    await pass(2_000);
    expect(opening.value?.cutBy).toBeNull();
    const said = say(`${LONG} ${LONG}`);
    for (let at = 0; at < 2; at++) {
      await pass(600);
      phone.say(speech(400));
      await pass(400);
      expect(sounds()).toBe(false);
      await pass(1_000);
    }
    phone.say(speech(600));
    await pass(500);
    expect(sounds()).toBe(true);
    stt.partial('Stop it now');
    await pass(60);
    expect(said.value?.cutBy).toBe('barge_in');
  });

  it.each([
    ['low', 'speech alone', true],
    ['high', 'any word', false],
  ] as const)('with the setting %s: %s', async (interruption, _, goesOn) => {
    const { say, phone, pass, stt, sounds } = await opened({ interruption });
    const said = say(LONG);
    await pass(600);
    phone.say(speech(800));
    await pass(320);
    expect(sounds()).toBe(goesOn);
    stt.partial('haan');
    await pass(60);
    expect(said.value?.cutBy).toBe(goesOn ? undefined : 'barge_in');
  });

  it('takes 700 ms of speech where words come only after it', async () => {
    const { say, phone, pass } = await opened({ partials: false });
    const said = say(LONG);
    await pass(600);
    phone.say(speech(1_500));
    await pass(640);
    expect(said.value).toBeUndefined();
    await pass(160);
    expect(said.value?.cutBy).toBe('barge_in');
  });

  it('is counted', async () => {
    const { say, phone, pass, stt, figures } = await opened();
    say(LONG);
    await pass(1_000);
    phone.say(speech(800));
    await pass(400);
    expect(figures.bargeIns).toBe(0);
    stt.partial('But I want');
    await pass(60);
    expect(figures.bargeIns).toBe(1);
  });

  it('by a key is at once', async () => {
    const { say, listen, phone, pass } = await voiceStage();
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

describe('the agent', () => {
  it('says the first sentence while the second is being written', async () => {
    const { say, pass, tts } = await voiceStage();
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
    expect(said.value).toMatchObject({ heard: 'First one. Second.', cutBy: null, startMs: near(20) });
  });

  it('has nothing to say, and nothing is said', async () => {
    const { say, pass } = await voiceStage();
    const said = say('');
    await pass(40);
    expect(said).toMatchObject({ value: null });
  });

  it('tells how long its answer took', async () => {
    const { say, listen, phone, pass, stt } = await voiceStage({ voice: [{ firstMs: 300 }] });
    stt.finals.push('Tell me more');
    listen();
    phone.say(speech(600));
    await pass(1_200);
    const said = say('Sure.');
    await pass(1_000);
    expect(said.value?.responseMs).toEqual(near(1_220 - 620 + 300, 80));
  });

  it('fills the time until its answer comes, but not in two turns running', async () => {
    const { say, listen, phone, pass, stt, tts } = await voiceStage({ prepared: THINKING });
    const ask = async () => {
      stt.finals.push('Tell me more');
      const heard = listen();
      phone.say(speech(600));
      await pass(1_300);
      expect(heard.value).toMatchObject({ kind: 'speech' });
    };
    await ask();
    let go: () => void = () => undefined;
    const said = say(slow((resolve) => (go = resolve), 'Here it is.'));
    await pass(6_000);
    go();
    await pass(2_000);
    expect(said.value?.heard).toBe(`${THINKING.join(' ')} Here it is.`);
    await ask();
    const next = say(slow((resolve) => (go = resolve), 'And this.'));
    await pass(6_000);
    go();
    await pass(2_000);
    expect(next.value?.heard).toBe('And this.');
    expect(tts.asked).toEqual(['Here it is.', 'And this.']);
  });

  it.each([
    ['never begins', 'silent', 4_000],
    ['is refused twice', 'broken', 0],
    ['is empty twice', 'empty', 0],
  ] as const)('apologises when its voice %s', async (_, voice, afterMs) => {
    const { say, pass, tts, failures } = await voiceStage({
      voice: ['speaks', voice],
      prepared: [TROUBLE],
    });
    const said = say('Hello there.');
    // The phrase was made first: what it says now is the second.
    await pass(afterMs + TROUBLE.length * FakeTts.MS_PER_CHARACTER + 300);
    expect(said.value).toMatchObject({ cutBy: 'tts_failed', heard: TROUBLE });
    expect([tts.asked.length, failures.length]).toEqual([2, 2]);
  });

  it('apologises by the spare voice, and without one not at all', async () => {
    const spoken = await voiceStage({ voice: ['broken'], spareTts: (time) => new FakeTts(time) });
    const said = spoken.say('Hello there.');
    await spoken.pass(1_500);
    expect(said.value).toMatchObject({ cutBy: 'tts_failed', heard: TROUBLE });
    const silent = await voiceStage({ voice: ['broken'] });
    const unsaid = silent.say('Hello there.');
    await silent.pass(1_500);
    expect(unsaid.value).toMatchObject({ cutBy: 'tts_failed', heard: '' });
  });

  it('is cut off by the end of the line, and by the limit of minutes to the millisecond', async () => {
    const gone = await voiceStage();
    const said = gone.say(LONG);
    await gone.pass(1_000);
    gone.session.cut('hung_up');
    await gone.pass(40);
    expect(said.value).toMatchObject({ cutBy: 'hung_up', heard: 'This sentence is', endMs: near(1_020) });
    const limited = await voiceStage();
    limited.session.cutAt(1_500);
    const cut = limited.say(LONG);
    await limited.pass(2_000);
    expect(cut.value).toMatchObject({ cutBy: 'limit' });
    expect(limited.session.nowMs()).toEqual(near(1_500, 20));
    expect(await limited.session.say((async function* () {})())).toMatchObject({ cutBy: 'limit' });
  });
});

describe('who answered', () => {
  const answeredBy = (facts: readonly object[]) =>
    facts.flatMap((fact) => ('value' in fact ? [fact.value] : []));

  async function hears(...texts: string[]) {
    const stage = await voiceStage();
    const heard = [];
    for (const text of texts) {
      stage.stt.finals.push(text);
      const turn = stage.listen();
      stage.phone.say(speech(600));
      await stage.pass(1_500);
      heard.push(turn.value?.kind === 'speech' ? (turn.value.answerer ?? null) : null);
    }
    return { ...stage, heard };
  }

  it.each([
    [['Please leave a message after the tone.'], ['voicemail'], ['voicemail']],
    [['The number you have dialled is switched off.'], ['announcement'], ['announcement']],
    [
      ['Please say your name and why you are calling.', 'Hello?', 'Yes?'],
      ['screening', null, null],
      ['screening', 'human'],
    ],
    [['For English press one.'], ['ivr'], ['ivr']],
    [['Hello?', 'Yes, tell me.'], [null, null], ['human']],
    [['Hello?', 'Please leave a message.'], [null, 'voicemail'], ['voicemail']],
    [['Hello?', 'Who is this?', 'Please leave a message.'], [null, null, null], ['human']],
    [
      ['This call is being recorded.', 'Leave your message after the beep.'],
      [null, 'voicemail'],
      ['voicemail'],
    ],
  ])('%j', async (texts, machines, found) => {
    const { heard, facts, session } = await hears(...texts);
    session.close();
    expect(heard).toEqual(machines);
    expect(answeredBy(facts)).toEqual(found);
  });

  it('is not known of somebody who says nothing, and is not asked of a caller', async () => {
    const quiet = await voiceStage();
    await quiet.pass(1_000);
    quiet.session.close();
    expect(answeredBy(quiet.facts)).toEqual(['unknown']);
    const caller = await voiceStage({ direction: 'inbound' });
    caller.session.close();
    expect(caller.facts).toEqual([]);
  });

  it('a voicemail records after its beep, or when it is quiet', async () => {
    const { session, phone, pass, watch } = await hears('Leave a message after the beep.');
    const beeped = watch(session.awaitBeep());
    phone.say(speech(3_000));
    phone.say(silence(400));
    phone.say(beep(400));
    await pass(3_600);
    expect(beeped.atMs).toBeNull();
    await pass(400);
    expect(beeped.atMs).not.toBeNull();
    const began = session.nowMs();
    const quiet = watch(session.awaitBeep());
    await pass(2_300);
    expect(quiet.atMs).toEqual(near(began + 2_000, 150));
    const endless = watch(session.awaitBeep());
    phone.say(speech(40_000));
    await pass(30_500);
    expect(endless.atMs).not.toBeNull();
  });
});

describe('recognition', () => {
  const spoken = async (stage: Awaited<ReturnType<typeof voiceStage>>) => {
    const heard = stage.listen(30_000);
    stage.phone.say(speech(600));
    await stage.pass(1_000);
    return heard;
  };

  it.each([
    ['breaks', new Error('gone')],
    ['does not answer', 'silence'],
  ])('that %s at the end of a turn is asked anew, with what it heard', async (_, final) => {
    const stage = await voiceStage({ partials: false });
    stage.stt.finals.push(final, 'Yes please');
    const heard = await spoken(stage);
    await stage.pass(4_000);
    expect(heard.value).toMatchObject({ text: 'Yes please' });
    expect([stage.failures, stage.stt.opened.length]).toEqual([['fake'], 2]);
    expect(stage.stt.fedMs[1]).toBe(stage.stt.fedMs[0]);
  });

  it('that breaks while the contact speaks goes on by a new connection', async () => {
    const stage = await voiceStage();
    stage.stt.finals.push('Yes please');
    const heard = stage.listen();
    stage.phone.say(speech(1_000));
    await stage.pass(500);
    stage.stt.break();
    await stage.pass(2_000);
    expect(heard.value).toMatchObject({ text: 'Yes please' });
    expect(stage.stt.fedMs[1]).toBeGreaterThan(1_000);
  });

  it('goes to the next engine, and fails when none is left', async () => {
    const stage = await voiceStage({ partials: false, spareStt: {} });
    stage.stt.finals.push(new Error('gone'));
    stage.stt.refusals.push(new Error('refused'));
    stage.spareStt?.finals.push('Yes', new Error('gone'));
    const heard = await spoken(stage);
    await stage.pass(1_000);
    expect(heard.value).toMatchObject({ text: 'Yes' });
    stage.spareStt?.refusals.push('hangs');
    const failed = await spoken(stage);
    await stage.pass(6_000);
    expect(failed.value).toEqual({ kind: 'stt_failed' });
    expect(stage.failures).toEqual(['fake', 'fake', 'spare', 'spare']);
  });

  it('that had no word of a turn by then takes it for noise', async () => {
    const stage = await voiceStage();
    stage.stt.finals.push('silence');
    const heard = await spoken(stage);
    await stage.pass(5_000);
    expect([heard.value, stage.failures]).toEqual([undefined, []]);
  });
});
