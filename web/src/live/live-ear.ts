import type { EarCommand, EarTick } from '../lib/live/ear-player';
import type { EarOptions } from '../lib/live/ear.worklet';
import earUrl from '../lib/live/ear.worklet.ts?worker&url';

/** Chromium alone can choose the loudspeaker of a context. */
type Sink = { setSinkId?: (id: string) => Promise<void> };

export const canChooseSpeaker = (): boolean =>
  typeof AudioContext !== 'undefined' && 'setSinkId' in AudioContext.prototype;

type Send = (command: EarCommand, transfer?: Transferable[]) => void;

/** Plays the sound of a live socket. */
export class LiveEar {
  readonly #volume: GainNode;

  private constructor(
    private readonly context: AudioContext,
    node: AudioNode,
    private readonly send: Send,
  ) {
    this.#volume = new GainNode(context);
    node.connect(this.#volume).connect(context.destination);
  }

  /** @param context made in the handler of a press, before anything is awaited: else it is suspended */
  static async open(
    context: AudioContext,
    options: EarOptions,
    onTick: (tick: EarTick) => void,
  ): Promise<LiveEar> {
    const { audioWorklet } = context as Partial<AudioContext>;
    if (audioWorklet === undefined) {
      const { openScriptEar } = await import('./script-ear');
      const { node, send } = openScriptEar(context, options.sides, onTick);
      return new LiveEar(context, node, send);
    }
    await audioWorklet.addModule(earUrl);
    const node = new AudioWorkletNode(context, 'ear', {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: options,
    });
    node.port.onmessage = ({ data }: MessageEvent<EarTick>) => onTick(data);
    return new LiveEar(context, node, (command, transfer = []) => node.port.postMessage(command, transfer));
  }

  play(bytes: Uint8Array<ArrayBuffer>): void {
    this.send({ type: 'sound', bytes }, [bytes.buffer]);
  }

  /** Drops what waits. */
  flush(): void {
    this.send({ type: 'flush' });
  }

  /** @param gains of each side, 0 to 1 */
  mix(gains: readonly number[]): void {
    this.send({ type: 'mix', gains });
  }

  /** @param volume 0 to 1 */
  setVolume(volume: number): void {
    this.#volume.gain.value = volume;
  }

  async setSpeaker(id: string): Promise<void> {
    await (this.context as Sink).setSinkId?.(id);
  }
}
