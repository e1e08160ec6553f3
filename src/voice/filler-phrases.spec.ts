import type { WorkWait } from '../conversation';
import { FillerPhrases } from './filler-phrases';

const waitWith = (...phrases: string[]): WorkWait => ({
  firstMs: 0,
  everyMs: 0,
  phrase: () => phrases.shift() ?? '',
  onSpoken: () => undefined,
  onHeard: () => undefined,
});

test('repeats no phrase at once, as a filler and while a tool is awaited', async () => {
  const due: (() => void)[] = [];
  const played: string[] = [];
  const fillers = new FillerPhrases(
    { now: () => 0, after: (_, then) => (due.push(then), () => undefined) },
    { fill: (phrase: string) => played.push(phrase) } as never,
    { speakWithFallback: (phrase: string) => Promise.resolve(phrase) } as never,
    ['One moment.', 'A moment more.'],
    () => false,
  );
  const fill = async () => {
    fillers.begin();
    due.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  await fill();
  expect(played).toEqual(['One moment.']);
  const wait = fillers.replacedBy(waitWith('One moment.', 'A moment more.', 'One moment.', 'A moment more.'));
  expect([wait.phrase(), wait.phrase(), wait.phrase()]).toEqual([
    'A moment more.',
    'One moment.',
    'A moment more.',
  ]);
  // Never in two turns running.
  fillers.begin();
  fillers.end();
  due.length = 0;
  await fill();
  expect(played).toEqual(['One moment.', 'One moment.']);
});
