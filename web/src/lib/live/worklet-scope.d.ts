/** The global scope of an audio worklet, which the types of the DOM leave out. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions: never }) => AudioWorkletProcessor,
): void;
/** In samples since the context began, and per second. */
declare const currentFrame: number;
declare const sampleRate: number;
