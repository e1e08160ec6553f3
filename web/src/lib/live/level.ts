const FLOOR_DB = -60;
/** Below it nobody speaks; noise suppression leaves less. */
const VOICE_DB = -50;
const SILENT_MS = 10_000;

export function decibels(level: number): number {
  return Math.max(FLOOR_DB, 20 * Math.log10(Math.max(level, 1e-6)));
}

/** The width of a meter, 0 to 100. */
export function percentOf(level: number): number {
  return Math.round((1 - Math.min(0, decibels(level)) / FLOOR_DB) * 100);
}

/** Finds a microphone that receives nothing while the agent waits for words. */
export class SilenceWatch {
  #silentMs = 0;

  /** @param level root mean square of a piece of sound */
  add(level: number, ms: number, isAwaited: boolean): void {
    if (decibels(level) > VOICE_DB) this.#silentMs = 0;
    else if (isAwaited) this.#silentMs += ms;
  }

  reset(): void {
    this.#silentMs = 0;
  }

  get isSilent(): boolean {
    return this.#silentMs >= SILENT_MS;
  }
}
