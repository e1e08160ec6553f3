import {
  beep,
  LONG,
  near,
  opened,
  silence,
  speech,
  voiceDriver,
  type VoiceDriverOptions,
} from '../../test/harness/voice-driver';

describe('who answered', () => {
  const answeredBy = (facts: readonly object[]) =>
    facts.flatMap((event) => ('value' in event ? [event.value] : []));

  async function hears(...texts: string[]) {
    const driver = await voiceDriver();
    const heard = [];
    for (const text of texts) {
      driver.stt.finals.push(text);
      const turn = driver.listen();
      driver.phone.speak(speech(600));
      await driver.pass(1_500);
      heard.push(turn.value?.kind === 'speech' ? (turn.value.answerer ?? null) : null);
    }
    return { ...driver, heard };
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
    [
      ['The person you are calling is not available.', 'At the tone, please record your message.'],
      ['announcement', 'voicemail'],
      ['announcement', 'voicemail'],
    ],
    [
      ['The person you are calling is not available.', 'Please call again.'],
      ['announcement', null],
      ['announcement'],
    ],
    [['Hello?', 'Yes, tell me.'], [null, null], ['human']],
    [['Hello?', 'Please leave a message.'], [null, 'voicemail'], ['voicemail']],
    [['Hello?', 'Who is this?', 'Please leave a message.'], [null, null, null], ['human']],
    [
      ['This call is being recorded.', 'Leave your message after the beep.'],
      [null, 'voicemail'],
      ['voicemail'],
    ],
  ])('is detected: %j', async (texts, machines, found) => {
    const { heard, facts, session } = await hears(...texts);
    session.close();
    expect(heard).toEqual(machines);
    expect(answeredBy(facts)).toEqual(found);
  });

  it('is unknown for a silent contact, and skipped for a caller', async () => {
    const quiet = await voiceDriver();
    await quiet.pass(1_000);
    quiet.session.close();
    expect(answeredBy(quiet.facts)).toEqual(['unknown']);
    const caller = await voiceDriver({ direction: 'inbound' });
    caller.session.close();
    expect(caller.facts).toEqual([]);
  });

  it('is settled after 20 s: after one turn it is a person', async () => {
    const { facts, phone, pass } = await hears('Hello?');
    expect(answeredBy(facts)).toEqual([]);
    await pass(20_000);
    expect(answeredBy(facts)).toEqual(['human']);
    phone.speak(beep(400));
    await pass(1_000);
    expect(facts).not.toContainEqual(expect.objectContaining({ message: 'A beep was heard.' }));
  });

  it('is settled after 20 s: a silent contact may yet be a person', async () => {
    const { facts, phone, stt, listen, pass } = await voiceDriver();
    await pass(19_500);
    expect(answeredBy(facts)).toEqual([]);
    await pass(1_000);
    expect(answeredBy(facts)).toEqual(['unknown']);
    stt.finals.push('Hello?');
    listen();
    phone.speak(speech(600));
    await pass(1_500);
    expect(answeredBy(facts)).toEqual(['unknown', 'human']);
  });

  it('waits for the end of a greeting that began within 20 s', async () => {
    const { facts, phone, stt, listen, pass } = await voiceDriver();
    stt.finals.push('Please leave a message after the tone.');
    const turn = listen(30_000);
    await pass(18_000);
    phone.speak(speech(4_000));
    await pass(3_500);
    expect(answeredBy(facts)).toEqual([]);
    await pass(2_500);
    expect(turn.value).toMatchObject({ answerer: 'voicemail' });
    expect(answeredBy(facts)).toEqual(['voicemail']);
  });

  it('records after the beep of a voicemail, or when it is quiet', async () => {
    const { session, phone, pass, watch } = await hears('Leave a message after the beep.');
    const beeped = watch(session.awaitBeep());
    phone.speak(speech(3_000));
    phone.speak(silence(400));
    phone.speak(beep(400));
    await pass(3_600);
    expect(beeped.atMs).toBeNull();
    await pass(400);
    expect(beeped.atMs).not.toBeNull();
    const began = session.nowMs();
    const quiet = watch(session.awaitBeep());
    await pass(2_300);
    expect(quiet.atMs).toEqual(near(began + 2_000, 150));
    const endless = watch(session.awaitBeep());
    phone.speak(speech(40_000));
    await pass(30_500);
    expect(endless.atMs).not.toBeNull();
  });
});

describe('the message for a voicemail', () => {
  /** A voicemail after its beep, and what recognition makes of each turn. */
  async function beeped(words: readonly string[], options: VoiceDriverOptions = {}, text = LONG) {
    const driver = await opened({ interruption: 'high', ...options });
    driver.stt.finals.push(...words);
    const waits = driver.watch(driver.session.awaitBeep());
    driver.phone.speak(beep(600));
    await driver.pass(700);
    expect(waits.atMs).not.toBeNull();
    return { ...driver, said: driver.say(text) };
  }
  const whole = { playedText: LONG, cutBy: null };

  it.each([
    ['with partial words', true],
    ['without', false],
  ])('continues when a recognizer makes words of the beep, %s', async (_, partials) => {
    const { said, stt, pass } = await beeped(['Beep, okay then, hello.'], { partials, finalMs: 300 });
    stt.partial('Beep, okay then');
    await pass(5_000);
    expect(said.value).toMatchObject(whole);
  });

  it.each([
    ['another beep', beep(600), 'Hello, hello, it is me.'],
    ['a machine that speaks', speech(1_500), 'To rerecord your message, press one.'],
    ['a sound without words', speech(1_500), ''],
  ])('continues after %s, without a pause', async (_, audio, words) => {
    const { said, stt, phone, pass } = await beeped(['', words]);
    await pass(700);
    phone.speak(audio);
    await pass(400);
    stt.partial(words);
    await pass(5_000);
    expect(said.value).toMatchObject(whole);
    expect((said.value?.endMs ?? 0) - (said.value?.startMs ?? 0)).toBeLessThan(LONG.length * 50 + 200);
  });

  it('continues when keys are pressed', async () => {
    const { said, session, pass } = await beeped(['']);
    await pass(700);
    for (const key of '12#') session.key(key);
    await pass(5_000);
    expect(said.value).toMatchObject(whole);
  });

  it.each([
    ['a machine says at its end', 'Press one.'],
    ['a person murmurs at its end', 'Okay.'],
  ])('is not interrupted by what %s', async (_, words) => {
    const question = 'We tried to reach you today: could you please call us back?';
    const { said, listen, phone, pass } = await beeped(['', words], { interruption: 'low' }, question);
    await pass(2_000);
    phone.speak(speech(400));
    await pass(4_000);
    expect(said.value).toMatchObject({ playedText: question, cutBy: null });
    const heard = listen(1_000);
    await pass(1_100);
    expect(heard.value).toMatchObject({ kind: 'silence' });
  });

  it('stops for a turn of a person, which is recognized', async () => {
    const { said, listen, phone, pass } = await beeped(['', 'Hello, I am here now.']);
    await pass(700);
    phone.speak(speech(600));
    await pass(1_500);
    expect(said.value).toMatchObject({ cutBy: 'barge_in' });
    const heard = listen();
    await pass(100);
    expect(heard.value).toMatchObject({ kind: 'speech', text: 'Hello, I am here now.' });
  });

  it('is the only such message: the agent’s next speech stops for words', async () => {
    const { say, stt, phone, pass } = await beeped(['']);
    await pass(5_000);
    const next = say(LONG);
    phone.speak(speech(600));
    await pass(300);
    stt.partial('Hello, I am');
    await pass(300);
    expect(next.value).toMatchObject({ cutBy: 'barge_in' });
  });
});
