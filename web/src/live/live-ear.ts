import type { EarCommand, EarOptions, EarTick } from '../lib/live/ear.worklet';
import earUrl from '../lib/live/ear.worklet.ts?worker&url';

/** Chromium alone can choose the loudspeaker of a context. */
type Sink = { setSinkId?: (id: string) => Promise<void> };

export const canChooseSpeaker = (): boolean =>
  typeof AudioContext !== 'undefined' && 'setSinkId' in AudioContext.prototype;

/** Plays the sound of a live socket. */
export class LiveEar {
  readonly #node: AudioWorkletNode;
  readonly #volume: GainNode;

  private constructor(
    private readonly context: AudioContext,
    options: EarOptions,
    onTick: (tick: EarTick) => void,
  ) {
    this.#node = new AudioWorkletNode(context, 'ear', {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: options,
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<EarTick>) => onTick(data);
    this.#volume = new GainNode(context);
    this.#node.connect(this.#volume).connect(context.destination);
  }

  /** @param context made in the handler of a press, before anything is awaited: else it is suspended */
  static async open(context: AudioContext, options: EarOptions, onTick: (tick: EarTick) => void) {
    await context.audioWorklet.addModule(earUrl);
    return new LiveEar(context, options, onTick);
  }

  play(bytes: Uint8Array<ArrayBuffer>): void {
    this.#send({ type: 'sound', bytes }, [bytes.buffer]);
  }

  /** Drops what waits. */
  flush(): void {
    this.#send({ type: 'flush' });
  }

  /** @param gains of each side, 0 to 1 */
  mix(gains: readonly number[]): void {
    this.#send({ type: 'mix', gains });
  }

  /** @param volume 0 to 1 */
  setVolume(volume: number): void {
    this.#volume.gain.value = volume;
  }

  async setSpeaker(id: string): Promise<void> {
    await (this.context as Sink).setSinkId?.(id);
  }

  #send(command: EarCommand, transfer: Transferable[] = []): void {
    this.#node.port.postMessage(command, transfer);
  }
}
