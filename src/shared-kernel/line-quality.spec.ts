import { describeLine, lineView, meanOpinionScore, type LineQuality } from './line-quality';

describe('the mean opinion score', () => {
  it.each([
    [60, 0, 4.4],
    [60, 5, 3.9],
    [60, 20, 2.6],
    [0, 0, 4.4],
    [177.3, 0, 4.3],
    [400, 0, 3.1],
    [400, 50, 1],
    [60, 100, 1.1],
    [60_000, 0, 1],
  ])('of %d ms and %d %% is %d', (delay, percent, score) => {
    expect(meanOpinionScore(delay, percent)).toBe(score);
  });

  it('never rises with delay or loss', () => {
    for (let delay = 0; delay <= 1_000; delay += 50) {
      for (let percent = 0; percent < 100; percent += 5) {
        const score = meanOpinionScore(delay, percent);
        expect(meanOpinionScore(delay + 50, percent)).toBeLessThanOrEqual(score);
        expect(meanOpinionScore(delay, percent + 5)).toBeLessThanOrEqual(score);
      }
    }
  });
});

const LINE: LineQuality = {
  codec: 'PCMA',
  encrypted: false,
  in: { mos: 4.3, jitterMs: 6.2, lostPercent: 0.4, latePercent: 0.1 },
  out: { mos: 4, lostPercent: 1.2, jitterMs: 3 },
  roundTripMs: 31,
  delayMs: 48,
};

it('describes the line for the timeline', () => {
  expect(describeLine(LINE)).toBe('MOS 4.3 in, 4.0 out; jitter 6 ms; lost 0.4 %; delay 48 ms.');
  expect(describeLine({ ...LINE, out: null })).toBe('MOS 4.3 in; jitter 6 ms; lost 0.4 %; delay 48 ms.');
});

it('returns the line with the names of the API', () => {
  expect(lineView(LINE)).toEqual({
    codec: 'PCMA',
    encrypted: false,
    in: { mos: 4.3, jitter_ms: 6.2, lost_percent: 0.4, late_percent: 0.1 },
    out: { mos: 4, lost_percent: 1.2, jitter_ms: 3 },
    round_trip_ms: 31,
    delay_ms: 48,
  });
});
