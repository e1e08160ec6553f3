import { type EarCommand, EarPlayer } from './ear-player';

export interface EarOptions {
  /** 1, or 2 that are mixed. */
  readonly sides: number;
}

/** Messages are commands one way, ticks the other. */
class EarProcessor extends AudioWorkletProcessor {
  readonly #player: EarPlayer;

  constructor({ processorOptions }: { readonly processorOptions: EarOptions }) {
    super();
    this.#player = new EarPlayer(sampleRate, processorOptions.sides, (tick) => this.port.postMessage(tick));
    this.port.onmessage = ({ data }: MessageEvent<EarCommand>) => this.#player.obey(data);
  }

  process(_: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [first, ...others] = output ?? [];
    if (!first) return true;
    this.#player.fill(first, currentFrame);
    for (const other of others) other.set(first);
    return true;
  }
}

registerProcessor('ear', EarProcessor);
