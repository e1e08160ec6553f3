import type { Timers } from '../../../platform/timers';

/** Keys are one turn until `#`, or until so long nothing comes. */
const PAUSE_MS = 2_000;
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
  #startMs = 0;
  #endMs = 0;
  #stop: () => void = () => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly nowMs: () => number,
    private readonly turn: (turn: KeyTurn) => void,
  ) {}

  get isBusy(): boolean {
    return this.#keys !== '';
  }

  press(key: string): void {
    if (this.#keys === '') this.#startMs = this.nowMs();
    this.#keys += key;
    this.#endMs = this.nowMs();
    this.#stop();
    if (key === '#' || this.#keys.length >= MOST_KEYS) this.#done();
    else
      this.#stop = this.timers.after(PAUSE_MS, () => {
        this.#done();
      });
  }

  close(): void {
    this.#stop();
  }

  #done(): void {
    const text = `[DTMF ${this.#keys}]`;
    this.#keys = '';
    this.turn({ text, startMs: this.#startMs, endMs: this.#endMs });
  }
}
