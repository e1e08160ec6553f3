import { Mic } from './mic';
import { clockFrame } from './worklet-clock';

export interface MicMessage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly level: number;
  /** Number of the frame on the context's clock. */
  readonly frame: number;
}

/** A message sets whether it is muted. */
class MicProcessor extends AudioWorkletProcessor {
  readonly #mic = new Mic(sampleRate, ({ bytes, level }) => {
    const message: MicMessage = { bytes, level, frame: clockFrame(currentFrame, sampleRate) };
    this.port.postMessage(message, [bytes.buffer]);
  });

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<boolean>) => {
      this.#mic.isMuted = data;
    };
  }

  process([channels = []]: Float32Array[][], [output]: Float32Array[][]): boolean {
    this.#mic.receive(channels, output?.[0]?.length ?? 0);
    return true;
  }
}

registerProcessor('mic', MicProcessor);
