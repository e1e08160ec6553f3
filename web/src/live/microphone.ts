import type { MicMessage } from '../lib/live/mic.worklet';
import micUrl from '../lib/live/mic.worklet.ts?worker&url';

export type MicrophoneProblem = 'not_allowed' | 'no_microphone' | 'taken' | 'not_secure';

export class MicrophoneError extends Error {
  constructor(readonly problem: MicrophoneProblem) {
    super(problem);
  }
}

const PROBLEMS = new Map<string, MicrophoneProblem>([
  ['NotAllowedError', 'not_allowed'],
  ['SecurityError', 'not_allowed'],
  ['NotFoundError', 'no_microphone'],
  ['OverconstrainedError', 'no_microphone'],
  ['NotReadableError', 'taken'],
  ['AbortError', 'taken'],
]);

/** Browsers have no devices for pages of plain http. */
export const isSecure = (): boolean => 'mediaDevices' in navigator;

/**
 * @param deviceId none for the browser's default
 * @throws MicrophoneError
 */
export async function requestMicrophone(deviceId?: string): Promise<MediaStream> {
  if (!isSecure()) throw new MicrophoneError('not_secure');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        ...(deviceId !== undefined && { deviceId: { exact: deviceId } }),
      },
    });
  } catch (error) {
    const problem = error instanceof DOMException ? PROBLEMS.get(error.name) : undefined;
    if (problem === undefined) throw error;
    throw new MicrophoneError(problem);
  }
}

export interface Device {
  readonly id: string;
  readonly label: string;
}

/** With their names once a microphone is allowed. */
export async function devicesOf(kind: 'audioinput' | 'audiooutput'): Promise<readonly Device[]> {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((one) => one.kind === kind).map(({ deviceId, label }) => ({ id: deviceId, label }));
}

/** Frames of a microphone, each 20 ms, whichever device is in use, and without any. */
export class Microphone {
  readonly #node: AudioWorkletNode;
  #stream: MediaStream;
  #source: MediaStreamAudioSourceNode;

  /** @param onUnplugged the device is gone: silence follows until `use` */
  private constructor(
    private readonly context: AudioContext,
    stream: MediaStream,
    onFrame: (frame: MicMessage) => void,
    private readonly onUnplugged: () => void,
  ) {
    this.#node = new AudioWorkletNode(context, 'mic');
    this.#node.port.onmessage = ({ data }: MessageEvent<MicMessage>) => onFrame(data);
    // Silent; a node that is connected to nothing may not run.
    this.#node.connect(context.destination);
    this.#stream = stream;
    this.#source = this.#connect(stream);
  }

  static async open(
    context: AudioContext,
    stream: MediaStream,
    onFrame: (frame: MicMessage) => void,
    onUnplugged: () => void,
  ): Promise<Microphone> {
    await context.audioWorklet.addModule(micUrl);
    return new Microphone(context, stream, onFrame, onUnplugged);
  }

  /** Id of the device in use. */
  get deviceId(): string | null {
    return this.#stream.getAudioTracks()[0]?.getSettings().deviceId ?? null;
  }

  /** Changes the device without a break. */
  use(stream: MediaStream): void {
    const former = this.#source;
    stopTracks(this.#stream);
    this.#stream = stream;
    this.#source = this.#connect(stream);
    former.disconnect();
  }

  close(): void {
    stopTracks(this.#stream);
    this.#source.disconnect();
    this.#node.disconnect();
  }

  #connect(stream: MediaStream): MediaStreamAudioSourceNode {
    const source = this.context.createMediaStreamSource(stream);
    source.connect(this.#node);
    // `stop` of our own raises no event.
    stream.getAudioTracks()[0]?.addEventListener('ended', this.onUnplugged, { once: true });
    return source;
  }
}

export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
