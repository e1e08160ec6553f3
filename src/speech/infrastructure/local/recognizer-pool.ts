import type { Timers } from '../../../platform/timers';
import { SpeechFailure } from '../speech-failure';

/** A process that reads turns, one after another. */
export interface RecognizerProcess {
  /** Its words; null: it could not. Rejects never: a process that dies is reported once, by `gone`. */
  read(audio: Int16Array): Promise<string | null>;
  kill(): void;
}

export interface RecognizerEvents {
  ready(): void;
  /** It has ended, or never began. */
  gone(): void;
}

export type StartRecognizer = (events: RecognizerEvents) => RecognizerProcess;

/** A turn that is to be read. */
export interface Reading {
  /** Its words; rejects when it was dropped, or two processes died of it. */
  readonly text: Promise<string>;
  /** Its words are waited for now. */
  hurry(): void;
  /** Nobody needs the words any more. */
  drop(): void;
}

interface Job {
  readonly audio: Int16Array;
  isUrgent: boolean;
  tries: number;
  readonly done: (text: string | null) => void;
  readonly failed: (why: string) => void;
}

interface Slot {
  process: RecognizerProcess | null;
  isReady: boolean;
  job: Job | null;
}

/** A process that takes longer over a turn hangs. */
const MAX_MS = 10_000;
const TRIES = 2;

/**
 * Processes that share the turns of all talks. They start with the first turn or before; one that dies while it works is
 * started anew, and its turn goes to the next. One that dies before it was ready is started with the next turn.
 */
export class RecognizerPool {
  readonly #slots: Slot[] = [];
  readonly #waiting: Job[] = [];
  #isClosed = false;

  constructor(
    private readonly start: StartRecognizer,
    private readonly size: number,
    private readonly timers: Timers,
  ) {}

  /** Starts what does not run. */
  warm(): void {
    while (!this.#isClosed && this.#slots.length < this.size) this.#begin();
  }

  /** @param isUrgent its words are waited for; others wait until no such turn does */
  read(audio: Int16Array, { isUrgent }: { readonly isUrgent: boolean }): Reading {
    let job!: Job;
    const text = new Promise<string>((resolve, reject) => {
      const failed = (why: string) => {
        reject(new SpeechFailure(why));
      };
      const done = (words: string | null) => {
        if (words === null) failed('its model failed');
        else resolve(words);
      };
      job = { audio, isUrgent, tries: 0, done, failed };
    });
    // Whoever dropped it does not ask.
    text.catch(() => undefined);
    if (this.#isClosed) job.failed('it is closed');
    else {
      this.#waiting.push(job);
      this.warm();
      this.#next();
    }
    return {
      text,
      hurry: () => {
        job.isUrgent = true;
      },
      drop: () => {
        const at = this.#waiting.indexOf(job);
        if (at >= 0) this.#waiting.splice(at, 1);
        job.failed('nobody waits for it');
      },
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const { process } of [...this.#slots]) process?.kill();
    this.#failAll('it is closed');
  }

  #begin(): void {
    const slot: Slot = { process: null, isReady: false, job: null };
    this.#slots.push(slot);
    slot.process = this.start({
      ready: () => {
        slot.isReady = true;
        this.#next();
      },
      gone: () => {
        this.#lost(slot);
      },
    });
  }

  #next(): void {
    for (const slot of this.#slots) {
      if (!slot.isReady || slot.job) continue;
      const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent);
      const [job] = this.#waiting.splice(Math.max(0, urgent), 1);
      if (!job) return;
      void this.#work(slot, job);
    }
  }

  async #work(slot: Slot, job: Job): Promise<void> {
    const { process } = slot;
    if (!process) return;
    slot.job = job;
    job.tries += 1;
    const stop = this.timers.after(MAX_MS, () => {
      process.kill();
    });
    const text = await process.read(job.audio);
    stop();
    if (slot.job !== job) return;
    slot.job = null;
    job.done(text);
    this.#next();
  }

  #lost(slot: Slot): void {
    const at = this.#slots.indexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    const { job, isReady } = slot;
    slot.job = null;
    if (job && job.tries < TRIES) this.#waiting.unshift(job);
    else job?.failed('its process ended twice');
    if (isReady && !this.#isClosed) this.#begin();
    // Nobody is left who will read what waits.
    if (this.#slots.length === 0) this.#failAll('its process does not start');
    this.#next();
  }

  #failAll(why: string): void {
    for (const job of this.#waiting.splice(0)) job.failed(why);
  }
}
