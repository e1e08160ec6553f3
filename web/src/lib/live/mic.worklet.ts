import { Mic } from './mic';
import { clockFrame } from './worklet-clock';

export interface MicMessage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly level: number;
  /** Number of the frame on the context's clock. */
  readonly frame: number;
}

class MicProcessor extends AudioWorkletProcessor {
  readonly #mic = new Mic(sampleRate, ({ bytes, level }) => {
    const message: MicMessage = { bytes, level, frame: clockFrame(currentFrame, sampleRate) };
    this.port.postMessage(message, [bytes.buffer]);
  });

  process([channels = []]: Float32Array[][], [output]: Float32Array[][]): boolean {
    this.#mic.receive(channels, output?.[0]?.length ?? 0);
    return true;
  }
}

registerProcessor('mic', MicProcessor);
