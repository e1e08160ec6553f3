import { Ear } from './ear';
import { EarPlayer, type EarTick } from './ear-player';
import { FRAME_SAMPLES, WIRE_RATE } from './frame';
import { Mic, type MicFrame } from './mic';
import { codeOf, SAMPLE_OF, SILENCE } from './mulaw';
import { Resampler } from './resample';

const tone = (hz: number, rate: number, seconds: number, peak = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => peak * Math.sin((2 * Math.PI * hz * at) / rate));

function resampled(input: Float32Array, from: number, to: number): number[] {
  const output: number[] = [];
  const resampler = new Resampler(from, to);
  for (const sample of input) resampler.push(sample, (out) => output.push(out));
  return output;
}

/** The level of the middle, in decibels beside a tone of peak 0.5. */
function gainOf(samples: readonly number[]): number {
  const middle = samples.slice(samples.length / 4, (3 * samples.length) / 4);
  const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
  return 10 * Math.log10(Math.max(power, 1e-12) / 0.125);
}

describe('µ-law', () => {
  it('decodes every code to a sample that encodes to it', () => {
    for (let code = 0; code < 256; code++) {
      // Positive and negative zero are one sample.
      if (code !== 0x7f) expect(codeOf(SAMPLE_OF[code]!)).toBe(code);
    }
  });

  it('has the values of G.711', () => {
    expect([0x00, 0x80, 0x7f, 0xff, 0xfe, 0xf0].map((code) => SAMPLE_OF[code]! * 32_768)).toEqual([
      -32_124, 32_124, -0, 0, 8, 120,
    ]);
    expect([0, 1, -1, 2, -2, 1e-9].map(codeOf)).toEqual([SILENCE, 0x80, 0x00, 0x80, 0x00, SILENCE]);
  });
});

describe('Resampler', () => {
  const RATES = [48_000, 44_100, 16_000, 96_000, 22_050];

  it.each(RATES)('passes speech from %i to 8,000 and back', (rate) => {
    for (const hz of [100, 1_000, 3_000]) {
      expect(gainOf(resampled(tone(hz, rate, 0.5), rate, WIRE_RATE))).toBeCloseTo(0, 0);
      expect(gainOf(resampled(tone(hz, WIRE_RATE, 0.5), WIRE_RATE, rate))).toBeCloseTo(0, 0);
    }
  });

  it.each(RATES)(
    'removes frequencies from %i that 8,000 cannot represent, instead of folding them into speech',
    (rate) => {
      for (const hz of [4_100, 5_000, 7_000]) {
        expect(gainOf(resampled(tone(hz, rate, 0.5), rate, WIRE_RATE))).toBeLessThan(-45);
      }
    },
  );

  it('adds no mirror image of speech on the way back', () => {
    const back = resampled(tone(3_000, WIRE_RATE, 0.5), WIRE_RATE, 48_000);
    const [re, im] = back.reduce<[number, number]>(
      ([x, y], sample, at) => {
        const turn = (2 * Math.PI * 5_000 * at) / 48_000;
        return [x + sample * Math.cos(turn), y + sample * Math.sin(turn)];
      },
      [0, 0],
    );
    expect(20 * Math.log10((2 * Math.hypot(re, im)) / back.length / 0.5)).toBeLessThan(-45);
  });

  it('has the exact rate for a minute', () => {
    const resampler = new Resampler(44_100, WIRE_RATE);
    let count = 0;
    for (let at = 0; at < 44_100 * 60; at++) resampler.push(0, () => count++);
    expect(Math.abs(count - WIRE_RATE * 60)).toBeLessThan(20);
  });
});

describe('Mic', () => {
  const framesOf = (run: (mic: Mic) => void): MicFrame[] => {
    const frames: MicFrame[] = [];
    run(new Mic(48_000, (frame) => frames.push(frame)));
    return frames;
  };

  it('makes a frame each 20 ms, with its level', () => {
    const frames = framesOf((mic) => mic.receive([tone(1_000, 48_000, 1)], 48_000));
    expect(frames).toHaveLength(49);
    expect(frames.at(-1)!.bytes).toHaveLength(FRAME_SAMPLES);
    expect(frames.at(-1)!.level).toBeCloseTo(0.354, 2);
  });

  it('makes silent frames without a microphone', () => {
    const frames = framesOf((mic) => mic.receive([], 9_600));
    expect(frames).toHaveLength(9);
    for (const { bytes, level } of frames) {
      expect(level).toBeLessThan(1e-6);
      expect(new Set(bytes)).toEqual(new Set([SILENCE]));
    }
  });
});

describe('Ear', () => {
  const frameOf = (peak: number) => Uint8Array.from(tone(1_000, WIRE_RATE, 0.02, peak), codeOf);
  const played = (ear: Ear, ms: number, fromMs = 0): Float32Array => {
    const output = new Float32Array((48_000 * ms) / 1_000);
    for (let at = 0; at < output.length; at += 120) {
      ear.fill(output.subarray(at, at + 120), fromMs + at / 48);
    }
    return output;
  };
  const loudest = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, sample), 0);

  it('begins with 60 ms, and is silent without sound', () => {
    const ear = new Ear(48_000, 1);
    expect(loudest(played(ear, 40))).toBe(0);
    ear.receive(frameOf(0.5), 40);
    ear.receive(frameOf(0.5), 45);
    expect(loudest(played(ear, 5, 45))).toBe(0);
    ear.receive(frameOf(0.5), 50);
    expect(loudest(played(ear, 40, 50))).toBeCloseTo(0.5, 1);
  });

  it('is silent at once after a flush', () => {
    const ear = new Ear(48_000, 1);
    ear.receive(
      Uint8Array.from({ length: 800 }, (_, at) => frameOf(0.5)[at % 160]!),
      0,
    );
    expect(loudest(played(ear, 30))).toBeGreaterThan(0.4);
    ear.flush();
    expect(loudest(played(ear, 100, 30))).toBe(0);
  });

  it('mixes two sides, or plays either', () => {
    const both = Uint8Array.from({ length: 1_600 }, (_, at) => frameOf(at < 800 ? 0.4 : 0.1)[at % 160]!);
    const peakOf = (gains: number[]) => {
      const ear = new Ear(48_000, 2);
      ear.mix(gains);
      ear.receive(both, 0);
      return loudest(played(ear, 100));
    };
    expect(peakOf([1, 1])).toBeCloseTo(0.5, 1);
    expect(peakOf([1, 0])).toBeCloseTo(0.4, 1);
    expect(peakOf([0, 1])).toBeCloseTo(0.1, 1);
  });
});

describe('EarPlayer', () => {
  it('measures what it plays, five frames at a time, and what waits', () => {
    const ticks: EarTick[] = [];
    const player = new EarPlayer(48_000, 1, (tick) => ticks.push(tick));
    const bytes = Uint8Array.from(tone(1_000, WIRE_RATE, 0.1), codeOf);
    for (let sent = 0; sent < 3; sent++) player.obey({ type: 'sound', bytes });
    const output = new Float32Array(120);
    for (let at = 0; at < 48_000 * 0.25; at += 120) {
      if (at === 48_000 * 0.16) player.obey({ type: 'flush' });
      player.fill(output, at);
    }
    expect(ticks.map(({ frame }) => frame)).toEqual([4, 9]);
    expect(ticks[0]!.levels[2]).toBeCloseTo(0.354, 1);
    expect(ticks[0]!.waitingMs).toBe(180);
    expect(ticks[1]!.levels.slice(-2)).toEqual([0, 0]);
    expect(ticks[1]!.waitingMs).toBe(0);
  });
});
