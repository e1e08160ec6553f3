const FRAME = 240;
const HOP = FRAME / 2;
/** How far a frame may move, in samples, to where it best continues the frame before. */
const SEEK = 80;

const WINDOW = Float32Array.from(
  { length: FRAME },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FRAME),
);

/** Makes speech longer or shorter without changing its pitch (waveform similarity overlap-add). */
export function stretch(input: Float32Array, length: number): Float32Array {
  const output = new Float32Array(length);
  if (input.length === length || input.length < 2 * FRAME || length < 2 * FRAME) {
    output.set(input.subarray(0, length));
    return output;
  }
  const ratio = (input.length - FRAME) / Math.max(1, length - FRAME);
  let start = 0;
  for (let at = 0; at < length; at += HOP) {
    if (at > 0) start = bestPlace(input, Math.round(at * ratio), start + HOP);
    // The first half of the first frame overlaps nothing, so it is not faded.
    for (let offset = 0; offset < FRAME && at + offset < length; offset += 1) {
      const weight = at === 0 && offset < HOP ? 1 : (WINDOW[offset] ?? 0);
      output[at + offset] = (output[at + offset] ?? 0) + (input[start + offset] ?? 0) * weight;
    }
  }
  return output;
}

function bestPlace(input: Float32Array, place: number, natural: number): number {
  const last = input.length - FRAME;
  const from = Math.max(0, Math.min(place - SEEK, last));
  const to = Math.max(0, Math.min(place + SEEK, last));
  let best = from;
  let highest = -Infinity;
  for (let candidate = from; candidate <= to; candidate += 2) {
    let likeness = 0;
    for (let offset = 0; offset < HOP; offset += 2) {
      likeness += (input[candidate + offset] ?? 0) * (input[natural + offset] ?? 0);
    }
    if (likeness > highest) [best, highest] = [candidate, likeness];
  }
  return best;
}
