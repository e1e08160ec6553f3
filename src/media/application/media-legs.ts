import { Worker } from 'node:worker_threads';
import type { LatenessReport, LegOptions, MediaCommand, MediaEvent } from '../domain/leg-messages';
import { monotonicFigures, type MediaFigures, NO_FIGURES, addFigures } from '../domain/media-figures';
import type { RtpLeg, StreamLeg } from '../domain/media-leg';
import type { PaceName } from '../domain/stream-pace';
import type { MediaThreadData } from '../infrastructure/media.thread';
import { type PortRange, portRange } from '../infrastructure/port-pool';
import { SileroVad } from '../infrastructure/silero-vad';
import { type CreateRecording, recordSilence, recoverRecording } from './recording-files';
import { ThreadStreamLeg } from './stream-leg';
import { type LegThread, ThreadLeg } from './thread-leg';

export interface MediaLegsOptions {
  /** `20000-20999`: even ports and the next; `0`: any free ones. */
  readonly ports: string;
  readonly host?: string;
  /** Folder of the offline speech kit, whose model detects speech; null (the default): by level. */
  readonly speechKit?: string | null;
  /** Lifetime of the thread after its last leg (60 s). */
  readonly idleMs?: number;
  /** Receives errors of listeners, which end no call. */
  readonly onError?: (error: unknown) => void;
  readonly createRecording?: CreateRecording;
}

const IDLE_TIMEOUT_MS = 60_000;

type MakeLeg = (id: number, port: number, startedAt: number, thread: LegThread) => ThreadLeg;

interface Opening {
  readonly make: MakeLeg;
  readonly onRefused: (why: Error) => void;
}

interface MediaThread {
  readonly worker: Worker;
  readonly legs: Map<number, ThreadLeg>;
  readonly opening: Map<number, Opening>;
  readonly pendingFigures: Map<number, (lateness: LatenessReport | null) => void>;
  figures: MediaFigures;
}

/**
 * Opens the legs of this process. Their thread starts with the first one; after its death the next leg starts
 * another.
 */
export class MediaLegs {
  /** Finishes a recording that a crash left; returns its milliseconds. @throws Error when there is no such file */
  static readonly recover = recoverRecording;
  static readonly recordSilence = recordSilence;

  readonly #ports: PortRange;
  #thread: MediaThread | null = null;
  #idle: NodeJS.Timeout | undefined;
  #numbers = 0;
  #earlier = NO_FIGURES;

  /** @throws Error when `ports` is no range */
  constructor(private readonly options: MediaLegsOptions) {
    const ports = portRange(options.ports);
    if (ports === undefined)
      throw new Error('ports are a range such as 20000-20999, or 0 for any that are free');
    this.#ports = ports;
  }

  /** @throws Error when no pair of ports is free */
  openRtp(): Promise<RtpLeg> {
    const options = { kind: 'rtp', host: this.options.host ?? '0.0.0.0' } as const;
    return this.#open(options, (...of) => new ThreadLeg(...of));
  }

  /**
   * The audio uses the caller's connection, in pieces of `chunkFrames` frames of 20 ms. @throws Error without a
   * thread
   */
  openStream(chunkFrames: number, pace: PaceName = 'telephone'): Promise<StreamLeg> {
    return this.#open({ kind: 'stream', chunkFrames, pace }, (...of) => new ThreadStreamLeg(...of));
  }

  get size(): number {
    return this.#thread?.legs.size ?? 0;
  }

  /** The lateness of the 20 ms clock since the thread began; null without a thread. */
  async lateness(): Promise<LatenessReport | null> {
    return this.#thread && this.#requestLateness(this.#thread);
  }

  /** Since the process began; of a thread that died, the last reported ones. */
  async figures(): Promise<MediaFigures> {
    if (this.#thread) await this.#requestLateness(this.#thread);
    return this.#thread ? addFigures(this.#earlier, this.#thread.figures) : this.#earlier;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    if (!thread) return;
    await Promise.all([...thread.legs.values()].map((leg) => leg.close()));
    await this.#end(thread, 'closed');
  }

  #open<Leg extends ThreadLeg>(options: LegOptions, make: (...of: Parameters<MakeLeg>) => Leg): Promise<Leg> {
    clearTimeout(this.#idle);
    const thread = (this.#thread ??= this.#start());
    thread.worker.ref();
    const leg = ++this.#numbers;
    return new Promise((opened, refused) => {
      thread.opening.set(leg, {
        make: (...of) => {
          const made = make(...of);
          opened(made);
          return made;
        },
        onRefused: refused,
      });
      this.#send(thread, { leg, do: 'open', options });
    });
  }

  #start(): MediaThread {
    // The thread loads the modules that this process preloads, and gets none of its environment.
    const data: MediaThreadData = { ports: this.#ports, speechKit: this.#usableKit() };
    const worker = new Worker(require.resolve('../infrastructure/media.thread'), {
      workerData: data,
      env: {},
      execArgv: preloadOptionsIn(process.execArgv),
    });
    const thread: MediaThread = {
      worker,
      legs: new Map(),
      opening: new Map(),
      pendingFigures: new Map(),
      figures: NO_FIGURES,
    };
    worker.on('message', (event: MediaEvent) => this.#handle(thread, event));
    let why = 'the media thread ended';
    worker.on('error', (error) => {
      why = `the media thread failed: ${error.message}`;
    });
    worker.on('exit', () => this.#lose(thread, why));
    return thread;
  }

  /** `null` also for a kit that does not run on this machine. */
  #usableKit(): string | null {
    const { speechKit = null } = this.options;
    try {
      if (speechKit !== null) SileroVad.program(speechKit);
      return speechKit;
    } catch {
      return null;
    }
  }

  #handle(thread: MediaThread, event: MediaEvent): void {
    if (event.type === 'figures') {
      const { lateness, rtp } = event;
      thread.figures = monotonicFigures(thread.figures, { lateness, rtp });
      thread.pendingFigures.get(event.requestId)?.(lateness);
      thread.pendingFigures.delete(event.requestId);
      return;
    }
    const opening = thread.opening.get(event.leg);
    if (opening) {
      thread.opening.delete(event.leg);
      if (event.type === 'opened') this.#add(thread, event, opening.make);
      else opening.onRefused(new Error(event.type === 'closed' ? event.why : 'the leg was not opened'));
    } else {
      thread.legs.get(event.leg)?.handle(event);
      if (event.type === 'closed') thread.legs.delete(event.leg);
    }
    if (thread.legs.size + thread.opening.size === 0) this.#idleSoon(thread);
  }

  #add(
    thread: MediaThread,
    { leg: id, port, clockStartMs }: Extract<MediaEvent, { type: 'opened' }>,
    make: MakeLeg,
  ): void {
    const [seconds, nanoseconds] = process.hrtime();
    const ago = seconds * 1_000 + nanoseconds / 1_000_000 - clockStartMs;
    const leg = make(id, port, performance.now() - ago, {
      send: (command, given) => this.#send(thread, command, given),
      onFailed: (error) => this.options.onError?.(error),
      ...(this.options.createRecording && { createRecording: this.options.createRecording }),
    });
    thread.legs.set(id, leg);
  }

  #requestLateness(thread: MediaThread): Promise<LatenessReport | null> {
    const requestId = ++this.#numbers;
    return new Promise((answer) => {
      thread.pendingFigures.set(requestId, answer);
      this.#send(thread, { do: 'figures', requestId });
    });
  }

  #send(thread: MediaThread, command: MediaCommand, given: readonly ArrayBuffer[] = []): void {
    thread.worker.postMessage(command, given);
  }

  #idleSoon(thread: MediaThread): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#endIdle(thread), this.options.idleMs ?? IDLE_TIMEOUT_MS);
    this.#idle.unref();
    // A thread without legs does not prevent the process from ending.
    thread.worker.unref();
  }

  async #endIdle(thread: MediaThread): Promise<void> {
    if (this.#thread !== thread) return;
    await this.#requestLateness(thread);
    if (thread.legs.size + thread.opening.size === 0) await this.#end(thread, 'idle');
  }

  async #end(thread: MediaThread, why: string): Promise<void> {
    this.#lose(thread, why);
    await thread.worker.terminate();
  }

  #lose(thread: MediaThread, why: string): void {
    if (this.#thread === thread) {
      this.#thread = null;
      this.#earlier = addFigures(this.#earlier, thread.figures);
    }
    for (const { onRefused } of thread.opening.values()) onRefused(new Error(why));
    for (const leg of thread.legs.values()) leg.end(why);
    for (const answer of thread.pendingFigures.values()) answer(null);
    thread.opening.clear();
    thread.legs.clear();
    thread.pendingFigures.clear();
  }
}

/** `--require` and `--import`; a thread refuses V8's flags. */
function preloadOptionsIn(options: readonly string[]): string[] {
  const expectsValue = (option: string | undefined) => ['--require', '-r', '--import'].includes(option ?? '');
  return options.filter(
    (option, at) =>
      expectsValue(option) || expectsValue(options[at - 1]) || /^--(require|import)=/.test(option),
  );
}
