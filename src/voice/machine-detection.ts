import { type Answerer, answererOf, isRecordingNotice } from '../conversation';
import type { Timers } from '../platform/kernel/time/timers';
import type { AnsweredBy } from '../shared-kernel/call-parties';
import type { RecognizedTurn } from './turns/turn-detector-options';

/** Decided by the contact's second turn, or within this time. */
const WITHIN_MS = 20_000;
/** A turn that has begun by then still decides. */
const RECHECK_MS = 500;
const TURNS = 2;
/** A person pauses earlier. */
const LONG_SPEECH_MS = 2_500;

const FOUND: Readonly<Record<AnsweredBy, string>> = {
  human: 'A person answered.',
  voicemail: 'A voicemail answered.',
  announcement: 'A network announcement answered.',
  screening: 'A call screener answered.',
  ivr: 'A phone menu answered.',
  unknown: 'Nobody said a word.',
};

export interface DetectionOptions {
  readonly timers: Timers;
  /** The contact speaks, or a turn is being recognized. */
  readonly isBusy: () => boolean;
  found(answeredBy: AnsweredBy, message: string): void;
  /** Audio alone is not certain. */
  onSuspected(message: string): void;
}

/** Detects who answered: words decide, in doubt it is a person. */
export class MachineDetection {
  #turns = 0;
  #result: AnsweredBy | null = null;
  #suspected = false;
  #stopTimer: () => void = () => undefined;

  constructor(private readonly options: DetectionOptions) {
    this.#finishAfter(WITHIN_MS);
  }

  get isOver(): boolean {
    return this.#result !== null && this.#result !== 'screening' && this.#result !== 'unknown';
  }

  /** Null for a person, and once it is settled who answered. */
  onTurn({ text, startMs, longestMs }: RecognizedTurn): Answerer | null {
    // The greeting of a voicemail may begin like an announcement.
    if (this.#result === 'announcement' && answererOf(text) === 'voicemail') {
      this.#settle('voicemail');
      return 'voicemail';
    }
    if (this.isOver) return null;
    if (startMs > WITHIN_MS) {
      this.#settle('human');
      return null;
    }
    if (isRecordingNotice(text)) return null;
    this.#turns += 1;
    if (longestMs >= LONG_SPEECH_MS)
      this.#suspect('The answer was spoken without a pause, as machines speak.');
    const machine = answererOf(text);
    // A screener has one question; a person continues.
    if (machine && machine !== this.#result) {
      this.#settle(machine);
      return machine;
    }
    if (this.#turns >= TURNS || this.#result === 'unknown') this.#settle('human');
    return null;
  }

  beep(): void {
    if (!this.isOver) this.#suspect('A beep was heard.');
  }

  settle(answerer: Answerer): void {
    if (this.#result !== answerer) this.#settle(answerer);
  }

  finish(): void {
    this.#stopTimer();
    if (this.#result === null) this.#settle(this.#turns > 0 ? 'human' : 'unknown');
  }

  #finishAfter(ms: number): void {
    const { timers, isBusy } = this.options;
    this.#stopTimer = timers.after(ms, () => {
      if (isBusy()) this.#finishAfter(RECHECK_MS);
      else this.finish();
    });
  }

  #settle(result: AnsweredBy): void {
    this.#result = result;
    this.options.found(result, FOUND[result]);
  }

  #suspect(message: string): void {
    if (this.#suspected) return;
    this.#suspected = true;
    this.options.onSuspected(message);
  }
}

export function isFromPerson(text: string): boolean {
  return answererOf(text) === null && !isRecordingNotice(text);
}
