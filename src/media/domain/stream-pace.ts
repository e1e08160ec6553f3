import { FRAME_MS, samplesOf } from './frame';

/** How much audio of a stream waits before it is played, and how it catches up. */
export interface StreamPace {
  /** Frames between two decisions of `surplus`. */
  readonly lookFrames: number;
  /** @param queued samples @param ticks since the first of them */
  mayBegin(queued: number, ticks: number): boolean;
  /** The next frame was missing. */
  onUnderrun(): void;
  /** @param least samples that waited all the time since the last decision. @returns the excess */
  surplus(least: number): number;
}

/** Delays the first piece after a gap, so that the next one has arrived when it ends. */
const GAP_DELAY_TICKS = 2;
const LONG_WAIT = samplesOf(60);
const WANTED_WAIT = samplesOf(40);

/** The pace of carriers, whose audio arrives in real time. */
export const TELEPHONE_PACE: StreamPace = {
  lookFrames: 50,
  mayBegin: (_, ticks) => ticks > GAP_DELAY_TICKS,
  onUnderrun: () => undefined,
  surplus: (least) => (least > LONG_WAIT ? least - WANTED_WAIT : 0),
};

const BROWSER = { beginMs: 60, growMs: 20, mostMs: 300, excessMs: 40 } as const;

/** The pace of browsers, whose networks lose packets: the delay grows with each underrun. */
export class BrowserPace implements StreamPace {
  readonly lookFrames = 10;
  #targetMs: number = BROWSER.beginMs;

  get targetMs(): number {
    return this.#targetMs;
  }

  mayBegin(queued: number, ticks: number): boolean {
    return queued >= samplesOf(this.#targetMs) || ticks * FRAME_MS > this.#targetMs;
  }

  onUnderrun(): void {
    this.#targetMs = Math.min(BROWSER.mostMs, this.#targetMs + BROWSER.growMs);
  }

  surplus(least: number): number {
    const target = samplesOf(this.#targetMs);
    return least > target + samplesOf(BROWSER.excessMs) ? least - target : 0;
  }
}

export type PaceName = 'telephone' | 'browser';

export function paceOf(name: PaceName): StreamPace {
  return name === 'browser' ? new BrowserPace() : TELEPHONE_PACE;
}
