import { Ear } from './ear';
import { clockFrame } from './worklet-clock';

const TICK_FRAMES = 5;

export type EarCommand =
  | { readonly type: 'sound'; readonly bytes: Uint8Array }
  | { readonly type: 'mix'; readonly gains: readonly number[] }
  | { readonly type: 'flush' };

/** Each 100 ms, in hidden tabs, too, where timers are late. */
export interface EarTick {
  /** Number of the last frame on the context's clock. */
  readonly frame: number;
  /** Root mean square of each frame that was played, the last one last. */
  readonly levels: readonly number[];
  readonly waitingMs: number;
}

/** An ear on the clock of an audio context: obeys commands, and measures what it plays. */
export class EarPlayer {
  readonly #ear: Ear;
  #nowMs = 0;
  #frame = 0;
  #squares = 0;
  #samples = 0;
  #levels: number[] = [];

  /** @param sides 1, or 2 that are mixed */
  constructor(
    private readonly rate: number,
    sides: number,
    private readonly onTick: (tick: EarTick) => void,
  ) {
    this.#ear = new Ear(rate, sides);
  }

  obey(command: EarCommand): void {
    if (command.type === 'sound') this.#ear.receive(command.bytes, this.#nowMs);
    else if (command.type === 'mix') this.#ear.mix(command.gains);
    else this.#ear.flush();
  }

  /** @param at in samples since the context began */
  fill(output: Float32Array, at: number): void {
    this.#nowMs = (at * 1_000) / this.rate;
    this.#ear.fill(output, this.#nowMs);
    const frame = clockFrame(at, this.rate);
    if (frame !== this.#frame) this.#endFrame(frame);
    for (const sample of output) this.#squares += sample * sample;
    this.#samples += output.length;
  }

  #endFrame(next: number): void {
    this.#levels.push(Math.sqrt(this.#squares / Math.max(1, this.#samples)));
    this.#squares = this.#samples = 0;
    if (this.#levels.length >= TICK_FRAMES) {
      this.onTick({ frame: this.#frame, levels: this.#levels, waitingMs: this.#ear.waitingMs });
      this.#levels = [];
    }
    this.#frame = next;
  }
}
