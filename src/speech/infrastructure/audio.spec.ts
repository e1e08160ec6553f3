import { Readable } from 'node:stream';
import { Decimator } from './decimator';
import { samplesFrom, wavOf } from './pcm';

const tone = (hertz: number, ms: number) =>
  Int16Array.from({ length: ms * 24 }, (_, at) => 10_000 * Math.sin((2 * Math.PI * hertz * at) / 24_000));

function lowered(samples: Int16Array, piece: number): Int16Array {
  const decimator = new Decimator(3);
  const all: number[] = [];
  for (let from = 0; from < samples.length; from += piece) {
    all.push(...decimator.convert(samples.subarray(from, from + piece)));
  }
  return Int16Array.from([...all, ...decimator.end()]);
}

const level = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

describe('from 24 kHz to 8 kHz', () => {
  it('preserves a voice, its length and its place', () => {
    const audio = lowered(tone(1_000, 500), 480);
    expect(audio).toHaveLength(4_000);
    expect(level(audio) / level(tone(1_000, 500))).toBeCloseTo(1, 1);
    const click = new Int16Array(2_400);
    click[1_200] = 30_000;
    const peak = lowered(click, 333).reduce(
      (best, sample, at, all) => (sample > (all[best] ?? 0) ? at : best),
      0,
    );
    expect(peak).toBe(400);
  });

  it('drops frequencies that would fold back', () =>
    expect(level(lowered(tone(6_000, 500), 480))).toBeLessThan(0.02 * level(tone(6_000, 500))));

  it('is the same in pieces of any length', () => {
    const whole = lowered(tone(440, 100), 100_000);
    for (const piece of [1, 7, 479]) expect(lowered(tone(440, 100), piece)).toEqual(whole);
  });
});

it('joins samples whose bytes come in pieces of any length', async () => {
  const bytes = new Uint8Array(new Int16Array([1, -2, 300, -32_768]).buffer);
  for (const size of [1, 3, 8]) {
    const pieces = Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.slice(at * size, (at + 1) * size),
      ),
    );
    const samples: number[] = [];
    for await (const piece of samplesFrom(pieces)) samples.push(...piece);
    expect(samples).toEqual([1, -2, 300, -32_768]);
  }
});

it('reads the content from the header of a WAV file', () => {
  const wav = wavOf([Int16Array.of(1, 2), Int16Array.of(3)]);
  expect([
    wav.toString('latin1', 0, 4),
    wav.readUInt32LE(4),
    wav.readUInt32LE(24),
    wav.readUInt32LE(40),
  ]).toEqual(['RIFF', 42, 8_000, 6]);
  expect([wav.readInt16LE(44), wav.readInt16LE(48)]).toEqual([1, 3]);
});
