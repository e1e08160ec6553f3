import { decibels } from './level';

/** Frames of 20 ms: 2 s are compared, with echoes up to 400 ms late. */
const FRAMES = 100;
const MAX_LAG_FRAMES = 20;
const SIZE = 128;
/** The agent must be heard for half of the time, else there is nothing to compare. */
const MIN_SOUND_FRAMES = 50;
const SOUND_DB = -45;
const LIKE = 0.85;

/** Compares the levels of microphone and ear: a loudspeaker's sound returns through the microphone. */
export class EchoLikeness {
  readonly #microphone = new Float32Array(SIZE).fill(-60);
  readonly #ear = new Float32Array(SIZE).fill(-60);

  /** @param frame number of the frame on the clock that both share */
  addMicrophone(frame: number, level: number): void {
    this.#microphone[frame % SIZE] = decibels(level);
  }

  addEar(frame: number, level: number): void {
    this.#ear[frame % SIZE] = decibels(level);
  }

  /** @param frame the last one that both have */
  isEcho(frame: number): boolean {
    if (frame < SIZE) return false;
    const microphone = this.#window(this.#microphone, frame);
    const isLoud = (levels: readonly number[]) =>
      levels.filter((level) => level > SOUND_DB).length >= MIN_SOUND_FRAMES;
    if (!isLoud(microphone)) return false;
    for (let lag = 0; lag <= MAX_LAG_FRAMES; lag++) {
      const ear = this.#window(this.#ear, frame - lag);
      if (isLoud(ear) && correlation(microphone, ear) > LIKE) return true;
    }
    return false;
  }

  #window(levels: Float32Array, last: number): number[] {
    return Array.from({ length: FRAMES }, (_, at) => levels[(last - at) % SIZE] ?? 0);
  }
}

/** Pearson's; NaN, which is like nothing, where levels are constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [x, y] = [value - meanA, (b[at] ?? 0) - meanB];
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}
