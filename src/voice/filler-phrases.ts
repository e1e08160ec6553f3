import type { WorkWait } from '../conversation';
import type { Timers } from '../platform/kernel/time/timers';
import type { Synthesis } from '../speech';
import type { SpeechPlayer } from './speech-player';

/** After the contact's turn; the second time counts from the first. */
const FIRST_MS = 2_000;
const SECOND_MS = 5_000;

/** Fills the wait for a response with at most two phrases, and never in two turns running. */
export class FillerPhrases {
  #stop: () => void = () => undefined;
  #isWaiting = false;
  #filled = 0;
  #played = 0;
  #last = '';

  constructor(
    private readonly timers: Timers,
    private readonly player: SpeechPlayer,
    private readonly synthesis: Synthesis,
    private readonly phrases: readonly string[],
    private readonly isContactSpeaking: () => boolean,
  ) {}

  begin(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const mayFill = this.#filled === 0;
    this.#filled = 0;
    if (mayFill) this.#after(FIRST_MS);
  }

  /** The response is audible, or is no longer awaited. */
  end(): void {
    this.#isWaiting = false;
    this.#stop();
  }

  drop(): void {
    this.end();
    this.player.forget();
  }

  /** The phrases of a wait replace the fillers, and no phrase is spoken twice running. */
  replacedBy(wait: WorkWait): WorkWait {
    this.end();
    return { ...wait, phrase: () => this.#differing(wait.phrase) };
  }

  #after(ms: number): void {
    this.#stop = this.timers.after(ms, () => {
      if (this.phrases.length === 0) return;
      this.#filled += 1;
      void this.#play(this.#differing(() => this.phrases[this.#played++ % this.phrases.length] ?? ''));
      if (this.#filled === 1) this.#after(SECOND_MS - FIRST_MS);
    });
  }

  #differing(next: () => string): string {
    const phrase = next();
    this.#last = phrase === this.#last ? next() : phrase;
    return this.#last;
  }

  async #play(phrase: string): Promise<void> {
    const utterance = await this.synthesis.speakWithFallback(phrase);
    if (utterance && this.#isWaiting && !this.isContactSpeaking()) this.player.fill(utterance);
  }
}
