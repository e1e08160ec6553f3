import type { DialogueCue } from '../domain/dialogue-engine';
import type { TalkTimes } from '../domain/text-line';

export const SPOKE: DialogueCue = { silentMs: 0, silences: 0, machine: false, transferFailed: false };

/** Consecutive silences of the contact, and how long the agent waits for words. */
export class Silences {
  #count = 0;
  /** The contact wants the agent to wait. */
  isWaitRequested = false;

  constructor(private readonly times: TalkTimes) {}

  get count(): number {
    return this.#count;
  }

  /** The longest silence until the agent speaks again. */
  get maxSilenceMs(): number {
    const { silencesMs, waitRequestMs } = this.times;
    const usual = silencesMs[this.#count] ?? silencesMs.at(-1) ?? 0;
    return this.isWaitRequested && this.#count === 0 ? (waitRequestMs ?? usual) : usual;
  }

  reset(): void {
    this.#count = 0;
  }

  /** @returns the cue of the next answer */
  note(silentMs: number): DialogueCue {
    this.#count += 1;
    const isLast = this.#count >= this.times.silencesMs.length;
    return { ...SPOKE, silentMs, silences: isLast ? 2 : 1 };
  }
}
