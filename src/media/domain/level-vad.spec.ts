import { LevelVad } from './level-vad';
import { toneSamples } from './tones/tone';
import { VoiceActivity } from './voice-detector';

type Part = readonly [kind: 'speech' | 'noise' | 'silence', ms: number, level?: number];

/** What is reported of audio made of these parts. */
function story(...parts: readonly Part[]): string[] {
  const events: string[] = [];
  const activity = new VoiceActivity(
    (at) => events.push(`voiced ${at}`),
    (at) => events.push(`quiet ${at}`),
  );
  const vad = new LevelVad(activity.onVoiceReport);
  let seed = 1;
  let at = 0;
  for (const [kind, ms, level = -26] of parts) {
    const speech = toneSamples({ hertz: [180, 360, 720], pattern: [150, 50], level }, ms);
    for (let from = 0; from < ms * 8; from += 160, at += 20) {
      const frame = speech.slice(from, from + 160).map((sample) => {
        if (kind === 'speech') return sample;
        seed = (seed * 48_271) % 0x7fff_ffff;
        return kind === 'noise' ? (seed / 0x7fff_ffff - 0.5) * 2 * 32_768 * 10 ** (level / 20) * 1.7 : 0;
      });
      vad.process(frame, at);
    }
  }
  return events;
}

test.each([
  ['silence', [['silence', 3_000]], []],
  [
    'speech',
    [
      ['silence', 500],
      ['speech', 1_000],
      ['silence', 500],
    ],
    ['voiced 500', 'quiet 1460'],
  ],
  [
    'quiet speech',
    [
      ['silence', 500],
      ['speech', 1_000, -42],
      ['silence', 500],
    ],
    ['voiced 500', 'quiet 1460'],
  ],
  [
    'a click',
    [
      ['silence', 500],
      ['speech', 20],
      ['silence', 500],
    ],
    [],
  ],
  [
    'a pause between words',
    [
      ['silence', 100],
      ['speech', 400],
      ['silence', 40],
      ['speech', 400],
      ['silence', 200],
    ],
    ['voiced 100', 'quiet 960'],
  ],
  ['steady noise', [['noise', 3_000, -55]], []],
  [
    'speech over noise',
    [
      ['noise', 2_000, -50],
      ['speech', 600],
      ['noise', 600, -50],
    ],
    ['voiced 2000', 'quiet 2560'],
  ],
] as [string, Part[], string[]][])('%s', (_, parts, expected) => {
  const events = story(...parts);
  expect(events.map((event) => event.split(' ')[0])).toEqual(expected.map((event) => event.split(' ')[0]));
  events.forEach((event, at) =>
    expect(Math.abs(Number(event.split(' ')[1]) - Number(expected[at]!.split(' ')[1]))).toBeLessThanOrEqual(
      60,
    ),
  );
});

test('adapts to constant loud noise', () =>
  expect(story(['silence', 500], ['noise', 20_000, -35], ['noise', 2_000, -35])).toEqual([
    'voiced 500',
    expect.stringMatching(/^quiet/),
  ]));
