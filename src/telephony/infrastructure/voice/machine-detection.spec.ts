import { beep, near, silence, speech, voiceStage } from '../../../../test/harness/voice-stage';

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
