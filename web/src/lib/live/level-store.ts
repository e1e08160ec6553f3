import { FRAME_MS } from './frame';
import { percentOf } from './level';

const SHOWN_EACH_MS = 100;

/** The loudest of the last 100 ms for a meter, apart from what changes seldom. */
export class LevelStore {
  #listeners = new Set<() => void>();
  #shown = 0;
  #loudest = 0;
  #frames = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** 0 to 100. */
  readonly percent = (): number => this.#shown;

  /** @param level root mean square of a frame */
  add(level: number): void {
    this.#loudest = Math.max(this.#loudest, level);
    if (++this.#frames * FRAME_MS < SHOWN_EACH_MS) return;
    this.#shown = percentOf(this.#loudest);
    this.#loudest = this.#frames = 0;
    for (const listener of this.#listeners) listener();
  }
}
