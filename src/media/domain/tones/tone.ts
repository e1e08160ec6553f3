import { SAMPLE_RATE, samplesOf } from '../frame';

/** Frequencies sound together; `pattern` is on, off, on … in milliseconds, repeated, or null for a steady tone. */
export interface Tone {
  readonly hertz: readonly number[];
  readonly pattern: readonly number[] | null;
  /** The level of each frequency, in dB below the loudest possible sample. */
  readonly level: number;
}

/** India (TEC SR/SWI): 400 Hz, twice 0.4 s with 0.2 s between, then 2 s of silence. */
export const RINGBACK: Tone = { hertz: [400], pattern: [400, 200, 400, 2_000], level: -20 };

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1_209, 1_336, 1_477, 1_633];
const PAD = '123A456B789C*0#D';

/** ITU-T Q.23, for phones without events; undefined when it is no key. */
export function dtmfTone(key: string): Tone | undefined {
  const place = PAD.indexOf(key);
  const [row, column] = [ROWS[place >> 2], COLUMNS[place & 3]];
  if (key.length !== 1 || place < 0 || row === undefined || column === undefined) return undefined;
  return { hertz: [row, column], pattern: null, level: -12 };
}

export function toneSamples({ hertz, pattern, level }: Tone, ms: number, fromMs = 0): Int16Array {
  const amplitude = 32_767 * Math.SQRT2 * 10 ** (level / 20);
  const edges = pattern?.map(samplesOf) ?? [];
  const period = edges.reduce((sum, edge) => sum + edge, 0);
  const first = samplesOf(fromMs);
  return Int16Array.from({ length: samplesOf(ms) }, (_, at) => {
    if (period > 0 && !sounds(edges, (first + at) % period)) return 0;
    const turns = (2 * Math.PI * (first + at)) / SAMPLE_RATE;
    const sample = hertz.reduce((sum, frequency) => sum + Math.sin(turns * frequency), 0) * amplitude;
    return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
  });
}

function sounds(edges: readonly number[], place: number): boolean {
  let rest = place;
  return edges.findIndex((edge) => (rest -= edge) < 0) % 2 === 0;
}

export function* endlessTone(tone: Tone): Generator<Int16Array> {
  for (let fromMs = 0; ; fromMs += 200) yield toneSamples(tone, 200, fromMs);
}
