import { FRAME_SAMPLES } from '../frame';
import { PCMU } from '../g711';
import { hasKeyTone } from './key-tone';
import { dtmfTone, toneSamples } from './tone';

function frameOf(sample: (at: number) => number): Int16Array {
  return Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => Math.round(sample(at)));
}
const sine = (frequency: number, level: number) => (at: number) =>
  level * Math.sin((2 * Math.PI * frequency * at) / 8_000);

test.each(Array.from('0123456789*#ABCD'))('detects %s in each of its frames, after µ-law, too', (key) => {
  const samples = toneSamples({ ...dtmfTone(key)!, pattern: [100, 100] }, 100);
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const frame = samples.slice(at, at + FRAME_SAMPLES);
    const bytes = new Uint8Array(FRAME_SAMPLES);
    PCMU.encode(frame, 0, FRAME_SAMPLES, bytes, 0);
    const decoded = frameOf((sample) => PCMU.linear[bytes[sample] ?? 0] ?? 0);
    expect([hasKeyTone(frame), hasKeyTone(decoded)]).toEqual([true, true]);
  }
});

test('detects a key that begins within the frame', () => {
  const samples = toneSamples({ ...dtmfTone('5')!, pattern: [100, 100] }, 100);
  expect(hasKeyTone(frameOf((at) => (at < 80 ? 0 : (samples[at] ?? 0))))).toBe(true);
});

test.each<[string, (at: number) => number]>([
  ['silence', () => 0],
  ['a beep', sine(1_000, 8_000)],
  ['a beep at a row', sine(770, 8_000)],
  ['ringback', (at) => sine(400, 4_000)(at) + sine(450, 4_000)(at)],
  ['a vowel', (at) => [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, n) => sum + sine(140 * n, 3_000 / n)(at), 0)],
  ['noise', (at) => ((at * 7_919) % 8_191) - 4_095],
])('does not detect %s', (_what, sample) => expect(hasKeyTone(frameOf(sample))).toBe(false));
