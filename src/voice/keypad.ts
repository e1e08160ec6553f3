import type { Timers } from '../platform/kernel/time/timers';

/** A turn of keys ends with `#`, or after this time without a key. */
const PAUSE_MS = 2_000;
/** The wait between two turns, each of which is a request to a model. Earlier keys join the next turn. */
const MIN_GAP_MS = 1_000;
/** The limit of a call. Further keys join the next words of the contact. */
const MAX_TURNS = 50;
/** The limit of a turn. Further keys are ignored until the turn ends. */
const MAX_KEYS = 64;

export interface KeyTurn {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Collects the keys that a contact presses. */
export class Keypad {
  #keys = '';
  #turns = 0;
  #nextMs = 0;
  #startMs = 0;
  #endMs = 0;
  #stop: () => void = () => undefined;

  constructor(
    private readonly timers: Timers,
    private readonly nowMs: () => number,
    private readonly turn: (turn: KeyTurn) => void,
  ) {}

  get isBusy(): boolean {
    return this.#keys !== '' && this.#turns < MAX_TURNS;
  }

  press(key: string): void {
    if (this.#keys.length >= MAX_KEYS) return;
    const nowMs = this.nowMs();
    if (this.#keys === '') this.#startMs = nowMs;
    this.#keys += key;
    this.#endMs = nowMs;
    this.#stop();
    if (!this.isBusy) return;
    const isWhole = this.#keys.includes('#') || this.#keys.length >= MAX_KEYS;
    const restMs = isWhole ? this.#nextMs - nowMs : PAUSE_MS;
    if (restMs <= 0) this.#done();
    else this.#stop = this.timers.after(restMs, () => this.#done());
  }

  /** Puts the keys that were too many for a turn before the words. */
  joinedTo(words: string): string {
    return this.isBusy || this.#keys === '' ? words : `${this.#drainKeys()} ${words}`;
  }

  /** Ends the turn under way. */
  finish(): void {
    this.#stop();
    if (this.isBusy) this.#done();
  }

  close(): void {
    this.#stop();
  }

  #done(): void {
    this.#turns += 1;
    this.#nextMs = this.nowMs() + MIN_GAP_MS;
    this.turn({ text: this.#drainKeys(), startMs: this.#startMs, endMs: this.#endMs });
  }

  #drainKeys(): string {
    const text = `[DTMF ${this.#keys}]`;
    this.#keys = '';
    return text;
  }
}
