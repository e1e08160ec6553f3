/** Zero crossings of the filter on each side: steep enough against aliasing at the telephone rate. */
const LOBES = 12;

/** Changes the sampling rate by a ratio of integers, through a windowed sinc filter. */
export function resample(samples: Int16Array, from: number, to: number): Float32Array {
  const divisor = gcd(from, to);
  const [up, down] = [to / divisor, from / divisor];
  const filter = filterOf(up, down);
  const output = new Float32Array(Math.floor((samples.length * up) / down));
  for (let at = 0; at < output.length; at += 1) {
    const position = at * down;
    const first = Math.floor(position / up) - filter.half;
    const taps = filter.phases[position % up] ?? [];
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap += 1) sum += (samples[first + tap] ?? 0) * (taps[tap] ?? 0);
    output[at] = sum / 32_768;
  }
  return output;
}

export interface Filter {
  /** Taps before the middle one, and after it. */
  readonly half: number;
  /** The taps for each phase of an output sample between two input samples. */
  readonly phases: readonly Float64Array[];
}

const filters = new Map<string, Filter>();

export function filterOf(up: number, down: number): Filter {
  const key = `${up}/${down}`;
  const known = filters.get(key);
  if (known) return known;
  const width = Math.max(1, down / up);
  const half = Math.ceil(LOBES * width);
  const phases = Array.from({ length: up }, (_, phase) =>
    Float64Array.from({ length: 2 * half + 1 }, (__, tap) => {
      const x = (tap - half - phase / up) / width;
      if (Math.abs(x) >= LOBES) return 0;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
      return (sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / LOBES))) / width;
    }),
  );
  const filter = { half, phases };
  filters.set(key, filter);
  return filter;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
