import type { Timers } from '../../../platform/timers';

/** Keys are one turn until `#`, or until so long nothing comes. */
const PAUSE_MS = 2_000;
/** Each turn is a request to a model: keys that come sooner after one join the next. */
const LEAST_GAP_MS = 1_000;
/** Of a call. Keys that follow join what the contact says next. */
const MOST_TURNS = 50;
const MOST_KEYS = 64;

/** Keys that were pressed, as a turn. Times are milliseconds since the answer. */
export interface KeyTurn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Collects the keys that a contact presses. */
export class Keypad {
  #keys = '';
  #turns = 0;
  /** A turn may end again. */
  #nextMs = 0;
  #startMs = 0;
  #endMs = 0;
  #stop: () => void = () => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly nowMs: () => number,
    private readonly turn: (turn: KeyTurn) => void,
  ) {}

  /** Keys are to become a turn. */
  get isBusy(): boolean {
    return this.#keys !== '' && this.#turns < MOST_TURNS;
  }

  press(key: string): void {
    if (this.#keys.length >= MOST_KEYS) return;
    const nowMs = this.nowMs();
    if (this.#keys === '') this.#startMs = nowMs;
    this.#keys += key;
    this.#endMs = nowMs;
    this.#stop();
    if (!this.isBusy) return;
    const isWhole = key === '#' || this.#keys.length >= MOST_KEYS;
    const restMs = isWhole ? this.#nextMs - nowMs : PAUSE_MS;
    if (restMs <= 0) this.#done();
    else
      this.#stop = this.timers.after(restMs, () => {
        this.#done();
      });
  }

  /** The words of a turn, after the keys that were too many for a turn of their own. */
  joinedTo(words: string): string {
    return this.isBusy || this.#keys === '' ? words : `${this.#takeKeys()} ${words}`;
  }

  close(): void {
    this.#stop();
  }

  #done(): void {
    this.#turns += 1;
    this.#nextMs = this.nowMs() + LEAST_GAP_MS;
    this.turn({ text: this.#takeKeys(), startMs: this.#startMs, endMs: this.#endMs });
  }

  #takeKeys(): string {
    const text = `[DTMF ${this.#keys}]`;
    this.#keys = '';
    return text;
  }
}
