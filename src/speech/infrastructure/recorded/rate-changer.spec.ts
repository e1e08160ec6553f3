import { RateChanger } from './rate-changer';

const TONE_HZ = 440;
const SECONDS = 0.5;

function tone(rate: number): Float32Array {
  return Float32Array.from({ length: rate * SECONDS }, (_, at) =>
    Math.sin((2 * Math.PI * TONE_HZ * at) / rate),
  );
}

/** In pieces of an odd length, as a decoder gives them. */
function changed(rate: number, piece: number): number[] {
  const changer = new RateChanger(rate, 8_000);
  const samples = tone(rate);
  const out: number[] = [];
  for (let at = 0; at < samples.length; at += piece)
    out.push(...changer.convert(samples.subarray(at, at + piece)));
  return [...out, ...changer.end()];
}

test.each([8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000, 4_000])(
  'preserves a tone of %d Hz at 8,000 Hz, however it is cut',
  (rate) => {
    const out = changed(rate, 577);
    const wanted = tone(8_000);
    expect(Math.abs(out.length - wanted.length)).toBeLessThanOrEqual(2);
    // The ends are next to silence.
    const worst = out.slice(100, -100).map((sample, at) => Math.abs(sample - (wanted[at + 100] ?? 0)));
    expect(Math.max(...worst)).toBeLessThan(0.02);
    expect(out).toEqual(changed(rate, 3_000));
  },
);
