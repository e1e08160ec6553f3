/** Tells speech from everything else. It may answer later than it was asked: a model looks at windows of its own length. */
export interface VoiceDetector {
  /** Hears a frame of 20 ms that begins at `atMs` of the leg's clock. */
  hear(frame: Int16Array, atMs: number): void;
}

/** What a detector says of the stretch from `fromMs` to `toMs`. Stretches follow each other. */
export type Verdict = (voiced: boolean, fromMs: number, toMs: number) => void;

export type MakeVoiceDetector = (verdict: Verdict) => VoiceDetector;

/** Minimum voice that begins speech, and minimum silence that ends it. Turn-taking has its own, longer times. */
const MIN_SPEECH_MS = 40;
const MIN_SILENCE_MS = 100;

/** Makes two events of verdicts: `voiced` with the time when speech began, `quiet` with the time when it ended. */
export class VoiceActivity {
  #speaking = false;
  #changeMs: number | null = null;

  constructor(
    private readonly voiced: (atMs: number) => void,
    private readonly quiet: (atMs: number) => void,
  ) {}

  readonly take: Verdict = (voiced, fromMs, toMs) => {
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
