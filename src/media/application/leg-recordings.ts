import type { LegEvent } from '../domain/leg-messages';
import type { LegRecording } from '../domain/media-leg';
import { type CreateRecording, RecordingFile } from './recording-files';

export interface RecordingOrders {
  record(leadMs: number): void;
  stop(): void;
  written(buffer: ArrayBuffer): void;
}

interface Recording {
  readonly file: Promise<RecordingFile>;
  readonly onStarted: (atMs: number) => void;
  readonly onFailed: (error: Error) => void;
  begun: boolean;
}

/** Manages the recordings of one leg in order. */
export class LegRecordings {
  #recordings: Recording[] = [];
  #over: Error | null = null;

  constructor(
    private readonly orders: RecordingOrders,
    private readonly create: CreateRecording | undefined,
  ) {}

  /**
   * Records from now on, however slow creating the file is, after `leadMs` of silence.
   * @throws Error when it fails, or the leg has ended
   */
  async record(path: string, leadMs = 0): Promise<LegRecording> {
    if (this.#over) throw this.#over;
    const file = RecordingFile.create(path, (buffer) => this.orders.written(buffer), this.create);
    const started = new Promise<number>((resolve, reject) => {
      this.#recordings.push({ file, onStarted: resolve, onFailed: reject, begun: false });
    });
    this.orders.record(leadMs);
    const stop = () => {
      if (this.#recordings.at(-1)?.file === file) this.orders.stop();
    };
    try {
      const [{ finished }, startedMs] = await Promise.all([file, started]);
      return { startedMs, finished, stop };
    } catch (error) {
      stop();
      throw error;
    }
  }

  handle(event: Extract<LegEvent, { readonly type: 'recording' | 'block' | 'recorded' }>): void {
    if (event.type === 'recording') this.#begin(event.atMs);
    else if (event.type === 'block') {
      void this.#recordings[0]?.file.then(
        (file) => file.write(event),
        () => this.orders.written(event.buffer),
      );
    } else endFile(this.#recordings.shift()?.file, event);
  }

  /** Without the thread's end, a file is as long as its received blocks. */
  end(over: Error): void {
    this.#over = over;
    for (const { file, onFailed } of this.#recordings) {
      endFile(file, null);
      onFailed(over);
    }
    this.#recordings = [];
  }

  #begin(atMs: number): void {
    const recording = this.#recordings.find(({ begun }) => !begun);
    if (!recording) return;
    recording.begun = true;
    recording.onStarted(atMs);
  }
}

function endFile(file: Promise<RecordingFile> | undefined, whole: Parameters<RecordingFile['end']>[0]): void {
  void file?.then(
    (made) => made.end(whole),
    () => undefined,
  );
}
