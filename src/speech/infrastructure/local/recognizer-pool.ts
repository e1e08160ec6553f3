import type { Timers } from '../../../platform/kernel/time/timers';
import { SpeechFailure } from '../speech-failure';

export interface RecognizerProcess {
  /** null: recognition failed. Never rejects: `onEnded` reports a process that died. */
  read(audio: Int16Array): Promise<string | null>;
  kill(): void;
}

export interface RecognizerEvents {
  ready(): void;
  /** The process ended, or did not start. */
  onEnded(): void;
}

export type StartRecognizer = (events: RecognizerEvents) => RecognizerProcess;

export interface Reading {
  /** Rejects when it was dropped, or two processes died of it. */
  readonly text: Promise<string>;
  hurry(): void;
  drop(): void;
}

interface Job {
  readonly audio: Int16Array;
  isUrgent: boolean;
  tries: number;
  readonly done: (text: string | null) => void;
  readonly onFailed: (why: string) => void;
}

interface Slot {
  process: RecognizerProcess | null;
  isReady: boolean;
  job: Job | null;
}

const MAX_MS = 10_000;
const TRIES = 2;

/**
 * Shares processes among the turns of all talks. One that dies while it works is restarted, and its turn goes to the
 * next. One that dies before it was ready is restarted with the next turn.
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

  warm(): void {
    while (!this.#isClosed && this.#slots.length < this.size) this.#begin();
  }

  /** @param isUrgent other turns wait until no urgent one waits */
  read(audio: Int16Array, { isUrgent }: { readonly isUrgent: boolean }): Reading {
    let job!: Job;
    const text = new Promise<string>((resolve, reject) => {
      const failed = (why: string) => reject(new SpeechFailure(why));
      const done = (words: string | null) => {
        if (words === null) failed('its model failed');
        else resolve(words);
      };
      job = { audio, isUrgent, tries: 0, done, onFailed: failed };
    });
    // After a drop no caller awaits the rejection.
    text.catch(() => undefined);
    if (this.#isClosed) job.onFailed('it is closed');
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
        job.onFailed('nobody waits for it');
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
      onEnded: () => this.#onLost(slot),
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
    const stop = this.timers.after(MAX_MS, () => process.kill());
    const text = await process.read(job.audio);
    stop();
    if (slot.job !== job) return;
    slot.job = null;
    job.done(text);
    this.#next();
  }

  #onLost(slot: Slot): void {
    const at = this.#slots.indexOf(slot);
    if (at < 0) return;
    this.#slots.splice(at, 1);
    const { job, isReady } = slot;
    slot.job = null;
    if (job && job.tries < TRIES) this.#waiting.unshift(job);
    else job?.onFailed('its process ended twice');
    if (isReady && !this.#isClosed) this.#begin();
    // Without a process, waiting turns fail.
    if (this.#slots.length === 0) this.#failAll('its process does not start');
    this.#next();
  }

  #failAll(why: string): void {
    for (const job of this.#waiting.splice(0)) job.onFailed(why);
  }
}
