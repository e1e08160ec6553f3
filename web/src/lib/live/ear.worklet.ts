import { Ear } from './ear';
import { clockFrame } from './worklet-clock';

const TICK_FRAMES = 5;

export interface EarOptions {
  readonly sides: number;
}

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

class EarProcessor extends AudioWorkletProcessor {
  readonly #ear: Ear;
  #frame = 0;
  #squares = 0;
  #samples = 0;
  #levels: number[] = [];

  constructor({ processorOptions }: { readonly processorOptions: EarOptions }) {
    super();
    this.#ear = new Ear(sampleRate, processorOptions.sides);
    this.port.onmessage = ({ data }: MessageEvent<EarCommand>) => this.#obey(data);
  }

  process(_: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [first, ...others] = output ?? [];
    if (!first) return true;
    this.#ear.fill(first, this.#nowMs);
    for (const other of others) other.set(first);
    this.#measure(first);
    return true;
  }

  get #nowMs(): number {
    return (currentFrame * 1_000) / sampleRate;
  }

  #obey(command: EarCommand): void {
    if (command.type === 'sound') this.#ear.receive(command.bytes, this.#nowMs);
    else if (command.type === 'mix') this.#ear.mix(command.gains);
    else this.#ear.flush();
  }

  #measure(samples: Float32Array): void {
    const frame = clockFrame(currentFrame, sampleRate);
    if (frame !== this.#frame) {
      this.#levels.push(Math.sqrt(this.#squares / Math.max(1, this.#samples)));
      this.#squares = this.#samples = 0;
      if (this.#levels.length >= TICK_FRAMES) {
        const tick: EarTick = { frame: this.#frame, levels: this.#levels, waitingMs: this.#ear.waitingMs };
        this.port.postMessage(tick);
        this.#levels = [];
      }
      this.#frame = frame;
    }
    for (const sample of samples) this.#squares += sample * sample;
    this.#samples += samples.length;
  }
}

registerProcessor('ear', EarProcessor);
