import { FRAME_MS } from './frame';

/** Milliseconds of audio that wait before a player begins. */
const START_MS = 60;
const UNDER_RUN_STEP_MS = 20;
const MAX_START_MS = 300;
/** More than this beyond the start, for this many frames, is caught up with. */
const EXCESS_MS = 40;
const EXCESS_FRAMES = 10;
/** The oldest frames are dropped beyond it. */
const MAX_WAITING_MS = 2_000;
/** The service sends 10 frames of silence after sound, then none: an empty player is at rest. */
const REST_FRAMES = 5;

/** `silent` is digital silence; `quiet` may be left out. */
export type Loudness = 'sound' | 'quiet' | 'silent';

interface Waiting<Frame> {
  readonly frame: Frame;
  readonly loudness: Loudness;
}

/** Buffers frames that arrive irregularly, for a player that takes one each 20 ms. */
export class Playout<Frame> {
  #waiting: Waiting<Frame>[] = [];
  #startMs = START_MS;
  #isPlaying = false;
  /** When the oldest frame of a player at rest arrived. */
  #sinceMs: number | null = null;
  #silentFrames = 0;
  #excessFrames = 0;

  get waitingMs(): number {
    return this.#waiting.length * FRAME_MS;
  }

  get startMs(): number {
    return this.#startMs;
  }

  push(frame: Frame, loudness: Loudness, nowMs: number): void {
    if (this.waitingMs >= MAX_WAITING_MS) this.#waiting.shift();
    this.#waiting.push({ frame, loudness });
    this.#sinceMs ??= nowMs;
  }

  /** The next frame; null while there is nothing to play. */
  pull(nowMs: number): Frame | null {
    if (!this.#isPlaying && !this.#begins(nowMs)) return null;
    this.#catchUp();
    const next = this.#waiting.shift();
    if (next === undefined) {
      if (this.#silentFrames < REST_FRAMES) {
        this.#startMs = Math.min(MAX_START_MS, this.#startMs + UNDER_RUN_STEP_MS);
      }
      this.#rest();
      return null;
    }
    this.#silentFrames = next.loudness === 'silent' ? this.#silentFrames + 1 : 0;
    return next.frame;
  }

  /** Nothing that waits is played. */
  flush(): void {
    this.#waiting = [];
    this.#rest();
  }

  /** Sound that is shorter than the start is played, too, after as long a wait. */
  #begins(nowMs: number): boolean {
    if (this.#sinceMs === null) return false;
    this.#isPlaying = this.waitingMs >= this.#startMs || nowMs - this.#sinceMs >= this.#startMs;
    return this.#isPlaying;
  }

  #catchUp(): void {
    const mostMs = this.#startMs + EXCESS_MS;
    this.#excessFrames = this.waitingMs > mostMs ? this.#excessFrames + 1 : 0;
    if (this.#excessFrames < EXCESS_FRAMES) return;
    while (this.waitingMs > mostMs && this.#waiting[0]?.loudness !== 'sound') this.#waiting.shift();
  }

  #rest(): void {
    this.#isPlaying = false;
    this.#sinceMs = null;
    this.#silentFrames = 0;
    this.#excessFrames = 0;
  }
}
