import { tones } from '../../media';
import { isPlausibleSpeech } from './plausible-speech';

const TEXT = 'Hello, can we talk?';
const speech = (ms: number, level = -20) =>
  tones.toneSamples({ hertz: [300, 600], pattern: [180, 60], level }, ms);

it.each([
  ['usual speech', 1_000, -20, true],
  ['the fastest speech', 300, -20, true],
  ['a quiet voice', 1_000, -45, true],
  ['less than a word', 100, -20, false],
  ['what hardly anybody hears', 1_000, -70, false],
  ['nothing', 0, -20, false],
])('decides for %s: %d ms at %d dB', (_, ms, level, expected) =>
  expect(isPlausibleSpeech(speech(ms, level), TEXT)).toBe(expected),
);

it('requires sound of a text without letters', () => {
  expect(isPlausibleSpeech(speech(20), '…')).toBe(true);
  expect(isPlausibleSpeech(new Int16Array(8_000), '…')).toBe(false);
});
