import { written } from '../../conversation';
import { near, opened, silence, speech } from '../../../test/harness/voice-driver';

/** A driver whose contact is listened to, with the replies that were requested early. */
async function listening(...options: Parameters<typeof opened>) {
  const driver = await opened(...options);
  driver.tts.asked.length = 0;
  const began = driver.session.nowMs();
  let request = new AbortController();
  const settled: { text: string; atMs: number }[] = [];
  let resumed = 0;
  const early = {
    onSettled: ({ text }: { text: string }) => {
      settled.push({ text, atMs: driver.session.nowMs() - began });
      request = new AbortController();
      return { text: written('Sure. What else?'), signal: request.signal };
    },
    onResumed: () => {
      resumed += 1;
      request.abort();
    },
  };
  const heard = driver.watch(driver.session.listen(8_000, early));
  return { ...driver, heard, settled, resumed: () => resumed, began };
}

describe('words at a pause', () => {
  it('are settled after 200 ms of quiet, and the reply to them begins to be synthesized', async () => {
    const { phone, pass, stt, tts, heard, settled, sounds, say } = await listening();
    stt.finals.push('I am fine');
    phone.speak(speech(800));
    await pass(600);
    stt.partial('I am fine');
    await pass(560);
    expect(settled).toMatchObject([{ text: 'I am fine', atMs: near(1_020) }]);
    expect([tts.asked, heard.value, sounds()]).toEqual([['Sure.'], undefined, false]);
    await pass(400);
    expect(heard.value).toMatchObject({ text: 'I am fine' });
    say('Sure. What else?');
    await pass(1_500);
    expect(tts.asked).toEqual(['Sure.', 'What else?']);
  });

  it('are settled when they did not change for 150 ms', async () => {
    const { phone, pass, stt, settled } = await listening();
    phone.speak(speech(800));
    await pass(960);
    stt.partial('I am fine with it');
    await pass(600);
    expect(settled).toMatchObject([{ text: 'I am fine with it', atMs: near(960 + 150, 40) }]);
  });

  it('are settled 300 ms before the turn ends when more is usual after them', async () => {
    const { phone, pass, stt, settled } = await listening();
    phone.speak(speech(800));
    await pass(700);
    stt.partial('I am fine and');
    await pass(1_000);
    expect(settled).toMatchObject([{ text: 'I am fine and', atMs: near(820 + 600) }]);
  });

  it('do not belong to another turn, also when they are the same', async () => {
    const { phone, pass, stt, settled, heard, watch, session } = await listening();
    stt.finals.push('Yes', 'Yes');
    phone.speak(speech(400));
    await pass(300);
    stt.partial('Yes');
    await pass(1_000);
    expect(heard.value).toMatchObject({ text: 'Yes' });
    const later: number[] = [];
    const early = { onSettled: () => (later.push(session.nowMs()), null), onResumed: () => undefined };
    watch(session.listen(8_000, early));
    const beganMs = session.nowMs();
    phone.speak(speech(400));
    await pass(640);
    stt.partial('Yes');
    await pass(400);
    expect([settled.length, later.map((ms) => ms - beganMs)]).toEqual([1, [near(640 + 150, 40)]]);
  });

  it('of an engine without partials are settled when it has read them', async () => {
    const { phone, pass, stt, settled } = await listening({ partials: false });
    phone.speak(speech(800));
    await pass(1_120);
    stt.partial('I am fine');
    await pass(40);
    expect(settled).toMatchObject([{ text: 'I am fine', atMs: near(1_130, 40) }]);
  });

  it('are unsettled when the contact continues, and synthesized speech is dropped', async () => {
    const { phone, pass, stt, resumed, tts, heard, sounds } = await listening();
    stt.finals.push('I am fine and you');
    phone.speak(speech(400));
    phone.speak(silence(400));
    phone.speak(speech(400));
    await pass(300);
    stt.partial('I am fine');
    await pass(2_000);
    expect([tts.asked, resumed(), sounds()]).toEqual([['Sure.', 'Sure.'], 2, false]);
    expect(heard.value).toMatchObject({ text: 'I am fine and you' });
  });

  it('are settled after a longer pause than the contact continued after', async () => {
    const { phone, pass, stt, settled, resumed } = await listening();
    phone.speak(speech(400));
    phone.speak(silence(280));
    phone.speak(speech(400));
    await pass(300);
    stt.partial('I am fine');
    await pass(580);
    expect([settled.length, resumed()]).toEqual([1, 2]);
    stt.partial('I am fine with you');
    await pass(800);
    expect(settled[1]).toMatchObject({ text: 'I am fine with you', atMs: near(1_100 + 380) });
  });

  it.each([
    ['of a turn of more than 10 s', {}, 10_400],
    ['that a patient agent waits for', { patience: 'patient' }, 800],
  ] as const)('are never settled: %s', async (_, options, ms) => {
    const { phone, pass, stt, settled } = await listening(options);
    phone.speak(speech(ms));
    await pass(ms - 200);
    stt.partial('I am fine');
    await pass(1_000);
    expect(settled).toEqual([]);
  });

  it('are ignored while the agent speaks', async () => {
    const { phone, pass, stt, settled, heard, say } = await listening();
    stt.finals.push('Go on');
    phone.speak(speech(400));
    await pass(1_200);
    expect(heard.value).toBeDefined();
    const before = settled.length;
    say('This sentence is long enough to be interrupted.');
    phone.speak(speech(300));
    await pass(200);
    stt.partial('haan');
    await pass(600);
    expect(settled).toHaveLength(before);
  });
});
