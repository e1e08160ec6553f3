import { levelOf } from '../frame';
import { dtmfTone, endlessTone, RINGBACK, type Tone, toneSamples } from './tone';
import { type DetectedTone, ToneDetector } from './tone-detector';

const BEEP: Tone = { hertz: [1_000], pattern: null, level: -14 };

const steady = (hertz: readonly number[], level = -20): Tone => ({ hertz, pattern: null, level });
const silence = (ms: number) => new Int16Array(ms * 8);

function joined(...parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

/** All tones that are found in audio, a frame at a time. */
function found(audio: Int16Array): DetectedTone[] {
  const detector = new ToneDetector();
  const tones: DetectedTone[] = [];
  for (let at = 0; at + 160 <= audio.length; at += 160) {
    const tone = detector.process(audio.subarray(at, at + 160), at / 8);
    if (tone) tones.push(tone);
  }
  return tones;
}

/** Noise with the loudness of a line, the same each time. */
function noise(ms: number, amplitude: number): Int16Array {
  let seed = 1;
  return Int16Array.from({ length: ms * 8 }, () => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return (seed / 0x7fff_ffff - 0.5) * 2 * amplitude;
  });
}

describe('a tone', () => {
  test('sounds in its cadence', () => {
    const audio = toneSamples(RINGBACK, 3_400);
    const on = [200, 500, 800, 1_500, 2_900, 3_200].map((ms) => levelOf(audio, ms * 8, 80) > -30);
    expect(on).toEqual([true, false, true, false, false, true]);
  });

  test('has its level', () => expect(levelOf(toneSamples(BEEP, 500))).toBeCloseTo(-14, 0));

  test('continues where the previous piece ended', () => {
    const tone = endlessTone(RINGBACK);
    const pieces = Array.from({ length: 20 }, () => tone.next().value as Int16Array);
    expect(joined(...pieces)).toEqual(toneSamples(RINGBACK, 4_000));
  });

  test.each([
    ['1', [697, 1_209]],
    ['5', [770, 1_336]],
    ['0', [941, 1_336]],
    ['#', [941, 1_477]],
    ['D', [941, 1_633]],
  ])('of the key %s is detected', (key, hertz) => expect(dtmfTone(key)?.hertz).toEqual(hertz));

  test.each(['', 'x', '12'])('of %j is none', (key) => expect(dtmfTone(key)).toBeUndefined());
});

describe('a beep is detected', () => {
  test.each([600, 625, 700, 941, 1_000, 1_004, 1_025, 1_400, 1_977, 2_000])('of %i Hz', (hertz) => {
    const [tone, ...others] = found(joined(silence(400), toneSamples(steady([hertz]), 400), silence(200)));
    expect(others).toEqual([]);
    expect(Math.abs(tone!.hertz - hertz)).toBeLessThan(15);
    expect(Math.abs(tone!.atMs - 400)).toBeLessThanOrEqual(20);
    expect(Math.abs(tone!.lengthMs - 400)).toBeLessThanOrEqual(20);
  });

  test.each([150, 160, 500, 1_500])('of %i ms, wherever it begins', (ms) => {
    for (const before of [400, 403, 410, 417]) {
      expect(found(joined(silence(before), toneSamples(BEEP, ms), silence(200)))).toHaveLength(1);
    }
  });

  test.each([-12, -30, -38])('at %i dB', (level) =>
    expect(found(joined(toneSamples(steady([1_000], level), 300), silence(100)))).toHaveLength(1),
  );

  test('in noise 20 dB below it, and through a lost frame', () => {
    const audio = joined(toneSamples(steady([1_000], -20), 600), silence(100));
    const noisy = noise(700, 560);
    const both = audio.map((sample, at) => sample + noisy[at]!);
    both.fill(0, 1_600, 1_760);
    expect(found(both)).toHaveLength(1);
  });
});

describe('a beep is not detected in', () => {
  test.each([
    ['silence', silence(1_000)],
    ['noise', noise(2_000, 8_000)],
    ['a click', toneSamples(BEEP, 60)],
    ['a tone that goes on', toneSamples(BEEP, 4_000)],
    ['ringback', toneSamples(RINGBACK, 6_000)],
    ['a tone of 2,300 Hz', toneSamples(steady([2_300]), 500)],
    ['a tone of 480 Hz', toneSamples(steady([480]), 500)],
    ['a tone too quiet', toneSamples(steady([1_000], -50), 500)],
    ...Array.from(
      '0123456789*#ABCD',
      (key) => [`the key ${key}`, toneSamples(dtmfTone(key)!, 500)] as [string, Int16Array],
    ),
    ['a voice', toneSamples(steady([160, 320, 480, 640, 800, 960], -26), 800)],
  ] as [string, Int16Array][])('%s', (_, audio) => expect(found(joined(audio, silence(200)))).toEqual([]));
});
