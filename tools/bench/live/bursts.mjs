/** Bursts of 200 ms at gaps that no shift makes alike, so that each can be found again: when they begin, in ms. */
const GAPS_MS = [700, 950, 1_300, 800, 1_150, 750, 1_250, 900, 1_050, 1_400];
const BURST_MS = 200;
/** A delay is found within so much of the usual one. */
const WITHIN_MS = 600;
/** Less than half of what the gaps last together: further apart the pattern is the same again. */
const SAME_PATTERN_MS = 4_500;
const STEP_MS = 5;

/** @param {number} shift into the gaps, so that two sides differ */
export function burstsOf(totalMs, shift = 0, fromMs = 0) {
  const begins = [];
  for (let [at, ms] = [shift, fromMs]; ms < totalMs; ms += GAPS_MS[at++ % GAPS_MS.length]) begins.push(ms);
  return (ms) => begins.some((begin) => ms >= begin && ms < begin + BURST_MS);
}

/**
 * How much later than the first each sound of the second begins, where the clocks of both are unlike: pairs of when the first
 * began and the difference, in ms.
 * @param {{fromMs: number}[]} first
 * @param {{fromMs: number}[]} second
 * @returns {{atMs: number, laterMs: number}[]}
 */
function delaysOf(first, second) {
  const usual = usualDelay(first, second);
  return first.flatMap(({ fromMs }) => {
    const near = second
      .map((sound) => sound.fromMs - fromMs)
      .filter((laterMs) => Math.abs(laterMs - usual) <= WITHIN_MS)
      .sort((a, b) => Math.abs(a - usual) - Math.abs(b - usual));
    return near.length > 0 ? [{ atMs: fromMs, laterMs: near[0] }] : [];
  });
}

/** The difference that most pairs have, near that of the first sounds of both. */
function usualDelay(first, second) {
  const counts = new Map();
  const ofFirst = (second[0]?.fromMs ?? 0) - (first[0]?.fromMs ?? 0);
  for (const a of first) {
    for (const b of second) {
      if (Math.abs(b.fromMs - a.fromMs - ofFirst) > SAME_PATTERN_MS) continue;
      const step = Math.round((b.fromMs - a.fromMs) / STEP_MS);
      // Neighbours, too: the delay varies.
      for (let at = step - 8; at <= step + 8; at++) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  const most = Math.max(...counts.values());
  const steps = [...counts].filter(([, count]) => count === most).map(([step]) => step);
  return STEP_MS * steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)];
}

/**
 * From mouth to ear and back, in ms: what a sound takes from the microphone into the service's recording, and the sound of
 * the agent nearest to it from there to the ear. How far the clocks of page and recording are apart drops out of the sum.
 * @param {{mic: {fromMs: number}[], ear: {fromMs: number}[]}} page
 * @param {{person: {fromMs: number}[], agent: {fromMs: number}[]}} recording
 */
export function roundTrips(page, recording) {
  const up = delaysOf(page.mic, recording.person);
  const down = delaysOf(recording.agent, page.ear).map(({ atMs, laterMs }) => ({
    atMs: atMs + laterMs,
    laterMs,
  }));
  if (down.length === 0) return [];
  return up.map(({ atMs, laterMs }) => {
    const nearest = down.reduce((a, b) => (Math.abs(b.atMs - atMs) < Math.abs(a.atMs - atMs) ? b : a));
    return laterMs + nearest.laterMs;
  });
}
