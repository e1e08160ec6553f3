import { speech, voiceDriver } from '../../test/harness/voice-driver';

test.each<[what: string, finals: (string | Error)[], kind: string]>([
  ['recognition that fails', [new Error('gone')], 'stt_failed'],
  ['a line that is heard badly', ['', ''], 'unclear'],
])('returns %s during a wait for work as the next input', async (_, finals, kind) => {
  const driver = await voiceDriver({ partials: false });
  driver.stt.finals.push(...finals);
  if (kind === 'stt_failed') driver.stt.refusals.push('hangs');
  let end: (value: string) => void = () => undefined;
  const over = new Promise<string>((resolve) => (end = resolve));
  const spoken: string[] = [];
  const waiting = driver.session.waitFor(
    { over, talkMs: () => null },
    {
      firstMs: 60_000,
      everyMs: 60_000,
      phrase: () => 'One moment.',
      onSpoken: () => undefined,
      onHeard: ({ text }) => spoken.push(text),
    },
  );
  for (const _final of finals) {
    driver.phone.speak(speech(1_000));
    await driver.pass(8_000);
  }
  end('shipped');
  await driver.pass(200);
  expect(await waiting).toEqual({ value: 'shipped' });
  expect(spoken).toEqual([]);
  const heard = driver.listen();
  await driver.pass(100);
  expect(heard.value).toEqual({ kind });
});
