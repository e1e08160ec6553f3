import { PIECE_FRAME_SAMPLES, SpeechPieces } from './speech-pieces';

const LOUD = 4_000;
const NOISE = 30;

/** Audio of stretches, each so many milliseconds of one amplitude, as a square wave of 500 Hz. */
function piecesOf(stretches: readonly (readonly [ms: number, amplitude: number])[], fromMs = 0) {
  const pieces = new SpeechPieces(fromMs);
  const found: { startMs: number; endMs: number; ms: number; loudFrom: number }[] = [];
  const add = (piece: ReturnType<SpeechPieces['end']>) => {
    if (!piece) return;
    const { startMs, endMs, audio } = piece;
    found.push({ startMs, endMs, ms: audio.length / 8, loudFrom: audio.indexOf(LOUD) / 8 });
  };
  for (const [ms, amplitude] of stretches) {
    for (let at = 0; at < ms; at += 20) {
      const frame = Int16Array.from({ length: PIECE_FRAME_SAMPLES }, (_, n) =>
        n % 16 < 8 ? amplitude : -amplitude,
      );
      add(pieces.add(frame));
    }
  }
  add(pieces.end());
  return found;
}

test('finds speech with its times, and none in quiet', () => {
  const found = piecesOf([
    [1_000, NOISE],
    [800, LOUD],
    [1_500, NOISE],
    [400, LOUD],
    [200, NOISE],
  ]);
  // Each with 300 ms before it, and 700 ms after it where there are so many.
  expect(found).toEqual([
    { startMs: 1_000, endMs: 1_800, ms: 1_800, loudFrom: 300 },
    { startMs: 3_300, endMs: 3_700, ms: 900, loudFrom: 300 },
  ]);
  expect(piecesOf([[60_000, NOISE]])).toEqual([]);
  expect(piecesOf([])).toEqual([]);
});

test('counts times from the begin of the audio', () =>
  expect(
    piecesOf(
      [
        [500, NOISE],
        [500, LOUD],
        [1_000, NOISE],
      ],
      60_000,
    ),
  ).toMatchObject([{ startMs: 60_500, endMs: 61_000 }]));

test('ignores a click, continues a piece over a short pause, and ends it at a long one', () => {
  expect(
    piecesOf([
      [500, NOISE],
      [80, LOUD],
      [1_000, NOISE],
    ]),
  ).toEqual([]);
  expect(
    piecesOf([
      [500, NOISE],
      [500, LOUD],
      [400, NOISE],
      [500, LOUD],
      [1_000, NOISE],
    ]),
  ).toHaveLength(1);
  expect(
    piecesOf([
      [500, NOISE],
      [500, LOUD],
      [800, NOISE],
      [500, LOUD],
      [1_000, NOISE],
    ]),
  ).toHaveLength(2);
});

test('ends a long piece at a short pause, and after 30 s in any case', () => {
  const words: [number, number][] = Array.from(
    { length: 40 },
    () =>
      [
        [900, LOUD],
        [300, NOISE],
      ] as const,
  ).flat() as never;
  const atPauses = piecesOf([[500, NOISE], ...words]);
  expect(atPauses.length).toBeGreaterThan(1);
  for (const { ms } of atPauses) expect(ms).toBeLessThanOrEqual(22_000);
  // Noise that swells hides no pause: what never rests is cut.
  const endless: [number, number][] = Array.from(
    { length: 80 },
    () =>
      [
        [950, LOUD],
        [40, NOISE],
      ] as const,
  ).flat() as never;
  const cut = piecesOf([[500, NOISE], ...endless]);
  expect(cut[0]?.ms).toBe(30_000);
  expect(cut[1]?.startMs).toBe(cut[0]?.endMs);
  for (const { ms } of cut) expect(ms).toBeLessThanOrEqual(30_000);
});
