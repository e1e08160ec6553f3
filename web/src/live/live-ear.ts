import type { EarCommand, EarTick } from '../lib/live/ear-player';
import type { EarOptions } from '../lib/live/ear.worklet';
import earUrl from '../lib/live/ear.worklet.ts?worker&url';

/** Chromium alone can choose the loudspeaker of a context. */
type Sink = { setSinkId?: (id: string) => Promise<void>; readonly sinkId?: string };

/** So that the last words, which wait, are played. */
const CLOSE_DELAY_MS = 500;
/** Firefox runs a new context within a second. One without a loudspeaker never runs there, and changes no state. */
const START_TIMEOUT_MS = 2_000;

export const canChooseSpeaker = (): boolean =>
  typeof AudioContext !== 'undefined' && 'setSinkId' in AudioContext.prototype;

type Send = (command: EarCommand, transfer?: Transferable[]) => void;

/** Plays the sound of a live socket, and closes its context in the end. */
export class LiveEar {
  readonly #volume: GainNode;
  #send: Send = () => undefined;
  #isClosed = false;

  /** @param onSuspended the browser stops sound when a phone rings, or the page is hidden */
  constructor(
    readonly context: AudioContext,
    onSuspended: (isSuspended: boolean) => void,
  ) {
    this.#volume = new GainNode(context);
    this.#volume.connect(context.destination);
    const report = () => {
      if (!this.#isClosed) onSuspended(context.state !== 'running');
    };
    context.onstatechange = report;
    setTimeout(report, START_TIMEOUT_MS);
    document.addEventListener('visibilitychange', this.#onReturn);
  }

  /** Until then it plays nothing. */
  async open(options: EarOptions, onTick: (tick: EarTick) => void): Promise<void> {
    const { context } = this;
    const { audioWorklet } = context as Partial<AudioContext>;
    if (audioWorklet === undefined) {
      const { openScriptEar } = await import('./script-ear');
      const { node, send } = openScriptEar(context, options.sides, onTick);
      this.#connect(node, send);
      return;
    }
    await audioWorklet.addModule(earUrl);
    const node = new AudioWorkletNode(context, 'ear', {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: options,
    });
    node.port.onmessage = ({ data }: MessageEvent<EarTick>) => onTick(data);
    this.#connect(node, (command, transfer = []) => node.port.postMessage(command, transfer));
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

  /** Id of the loudspeaker that was chosen; empty for the browser's default. */
  get speaker(): string {
    return (this.context as Sink).sinkId ?? '';
  }

  /** @param id empty for the browser's default */
  async setSpeaker(id: string): Promise<void> {
    await (this.context as Sink).setSinkId?.(id);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    document.removeEventListener('visibilitychange', this.#onReturn);
    setTimeout(() => void this.context.close(), CLOSE_DELAY_MS);
  }

  #connect(node: AudioNode, send: Send): void {
    node.connect(this.#volume);
    this.#send = send;
  }

  readonly #onReturn = (): void => {
    if (!document.hidden && this.context.state !== 'running') void this.context.resume();
  };
}
