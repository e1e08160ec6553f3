import type { LegEvent } from '../domain/leg-messages';
import type { LegRecording } from '../domain/media-leg';
import { type CreateRecording, RecordingFile } from './recording-files';

/** How the thread is told. */
export interface RecordingOrders {
  record(): void;
  stop(): void;
  /** A buffer is free again. */
  written(buffer: ArrayBuffer): void;
}

interface Recording {
  readonly file: RecordingFile;
  /** Its audio comes from now on. */
  readonly started: (atMs: number) => void;
  readonly failed: (error: Error) => void;
  begun: boolean;
}

/** The recordings of one leg, one after another. */
export class LegRecordings {
  /** In the order of their `record`; the first is the one that blocks belong to. */
  #recordings: Recording[] = [];
  #over: Error | null = null;

  constructor(
    private readonly orders: RecordingOrders,
    private readonly create: CreateRecording | undefined,
  ) {}

  /** @throws when the file cannot be made, or the leg is over */
  async record(path: string): Promise<LegRecording> {
    if (this.#over) throw this.#over;
    const file = await RecordingFile.create(
      path,
      (buffer) => {
        this.orders.written(buffer);
      },
      this.create,
    );
    const startedMs = await new Promise<number>((started, failed) => {
      this.#recordings.push({ file, started, failed, begun: false });
      if (this.#over) this.end(this.#over);
      else this.orders.record();
    });
    return {
      startedMs,
      finished: file.finished,
      stop: () => {
        if (this.#recordings.at(-1)?.file === file) this.orders.stop();
      },
    };
  }

  take(event: Extract<LegEvent, { readonly is: 'recording' | 'block' | 'recorded' }>): void {
    if (event.is === 'recording') this.#begin(event.atMs);
    else if (event.is === 'block') this.#recordings[0]?.file.take(event);
    else this.#recordings.shift()?.file.end(event);
  }

  /** The leg is over: what the thread did not end is as long as what came of it. */
  end(over: Error): void {
    this.#over = over;
    for (const { file, failed } of this.#recordings) {
      file.end(null);
      failed(over);
    }
    this.#recordings = [];
  }

  #begin(atMs: number): void {
    const recording = this.#recordings.find(({ begun }) => !begun);
    if (!recording) return;
    recording.begun = true;
    recording.started(atMs);
  }
}
