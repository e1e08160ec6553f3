/** Detects speech. Its verdict may come later: a model needs windows of its own length. */
export interface VoiceDetector {
  /** Processes a frame of 20 ms that begins at `atMs` of the leg's clock. */
  process(frame: Int16Array, atMs: number): void;
}

/** A detector's verdict on the stretch from `fromMs` to `toMs`. Stretches follow each other. */
export type Verdict = (voiced: boolean, fromMs: number, toMs: number) => void;

export type MakeVoiceDetector = (verdict: Verdict) => VoiceDetector;

/** Minimum voice that begins speech, and minimum silence that ends it. Turn-taking has longer times of its own. */
const MIN_SPEECH_MS = 40;
const MIN_SILENCE_MS = 100;

/** Turns verdicts into two events: `voiced` with the time when speech began, `quiet` with the time when it ended. */
export class VoiceActivity {
  #speaking = false;
  #changeMs: number | null = null;

  constructor(
    private readonly voiced: (atMs: number) => void,
    private readonly quiet: (atMs: number) => void,
  ) {}

  readonly onVerdict: Verdict = (voiced, fromMs, toMs) => {
    if (voiced === this.#speaking) {
      this.#changeMs = null;
      return;
    }
    this.#changeMs ??= fromMs;
    if (toMs - this.#changeMs < (voiced ? MIN_SPEECH_MS : MIN_SILENCE_MS)) return;
    const at = this.#changeMs;
    this.#changeMs = null;
    this.#speaking = voiced;
    (voiced ? this.voiced : this.quiet)(at);
  };
}
