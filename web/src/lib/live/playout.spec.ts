import { type Loudness, Playout } from './playout';

/** A player on a virtual clock: frames arrive at the given times, one is taken each 20 ms. */
function play(
  arrivals: readonly { readonly atMs: number; readonly loudness?: Loudness }[],
  untilMs: number,
  playout = new Playout<number>(),
): { readonly heard: (number | null)[]; readonly playout: Playout<number> } {
  const heard: (number | null)[] = [];
  let next = 0;
  for (let now = 0; now < untilMs; now += 20) {
    for (; next < arrivals.length && arrivals[next]!.atMs <= now; next++) {
      playout.push(next, arrivals[next]!.loudness ?? 'sound', now);
    }
    heard.push(playout.pull(now));
  }
  return { heard, playout };
}

const steady = (count: number, fromMs = 0, loudness: Loudness = 'sound') =>
  Array.from({ length: count }, (_, at) => ({ atMs: fromMs + 20 * at, loudness }));

describe('Playout', () => {
  it('begins with 60 ms and then plays each frame in order', () => {
    const { heard } = play(steady(10), 260);
    expect(heard.slice(0, 2)).toEqual([null, null]);
    expect(heard.slice(2, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('plays sound that is shorter than its start', () => {
    const { heard } = play(steady(1), 200);
    expect(heard.filter((frame) => frame !== null)).toEqual([0]);
    expect(heard.indexOf(0)).toBe(3);
  });

  it('grows by 20 ms with each under-run, to 300 ms', () => {
    const stalls = Array.from({ length: 20 }, (_, at) => steady(20, at * 2_000)).flat();
    const { playout } = play(stalls, 2_200);
    expect(playout.startMs).toBe(80);
    expect(play(stalls, 40_000).playout.startMs).toBe(300);
  });

  it('does not grow after silence, which is no lateness', () => {
    const sentences = Array.from({ length: 5 }, (_, at) => [
      ...steady(20, at * 2_000),
      ...steady(10, at * 2_000 + 400, 'silent'),
    ]).flat();
    const { heard, playout } = play(sentences, 10_000);
    expect(playout.startMs).toBe(60);
    expect(heard.filter((frame) => frame !== null)).toHaveLength(150);
  });

  it('skips quiet frames while more waits than it needs', () => {
    const burst = Array.from({ length: 20 }, () => ({ atMs: 0 }));
    const quiet = steady(40, 20, 'quiet');
    const { heard, playout } = play([...burst, ...quiet], 1_200);
    expect(heard.filter((frame) => frame !== null && frame < 20)).toHaveLength(20);
    expect(heard.filter((frame) => frame !== null && frame >= 20).length).toBeLessThan(30);
    expect(playout.waitingMs).toBeLessThanOrEqual(100);
  });

  it('skips no sound, and nothing during 200 ms of an excess', () => {
    const burst = Array.from({ length: 20 }, () => ({ atMs: 0 }));
    expect(play([...burst, ...steady(40, 20)], 1_300).heard.filter((frame) => frame !== null)).toHaveLength(
      60,
    );
    const brief = Array.from({ length: 8 }, () => ({ atMs: 0, loudness: 'quiet' as const }));
    expect(play(brief, 300).heard.filter((frame) => frame !== null)).toHaveLength(8);
  });

  it('stores 2 s at most and drops the oldest', () => {
    const playout = new Playout<number>();
    for (let at = 0; at < 150; at++) playout.push(at, 'sound', 0);
    expect(playout.waitingMs).toBe(2_000);
    expect(playout.pull(0)).toBe(50);
  });

  it('plays nothing that waited before a flush, and starts again', () => {
    const { playout } = play(steady(10), 100);
    playout.flush();
    expect([playout.waitingMs, playout.pull(100), playout.startMs]).toEqual([0, null, 60]);
  });

  it.each([1, 2, 3, 4, 5])(
    'bounds the delay behind a connection that loses and repeats (seed %i)',
    (seed) => {
      const random = generator(seed);
      let lastMs = 0;
      const arrivals = Array.from({ length: 3_000 }, (_, at) => {
        const late = random() < 0.05 ? 80 + 300 * random() : 20 * random();
        // In order: a lost packet holds up those behind it.
        lastMs = Math.max(lastMs, at * 20 + late);
        return { atMs: lastMs, loudness: at % 50 < 35 ? ('sound' as const) : ('quiet' as const) };
      });
      const { heard, playout } = play(arrivals, 61_000);
      const order = heard.filter((frame) => frame !== null);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(order.filter((frame) => frame % 50 < 35)).toHaveLength(3_000 * 0.7);
      expect(playout.startMs).toBeLessThanOrEqual(300);
      // The last frame was 380 ms late at most, before 300 ms and the excess of 40 ms.
      expect(heard.lastIndexOf(order.at(-1)!)).toBeLessThan(3_000 + 36);
    },
  );
});

/** Park and Miller. */
function generator(seed: number): () => number {
  let state = seed * 48_271;
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}
