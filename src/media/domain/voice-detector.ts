/** Detects speech. Its reports may be delayed: a model needs windows of its own length. */
export interface VoiceDetector {
  process(frame: Int16Array, atMs: number): void;
}

export type ReportVoice = (voiced: boolean, fromMs: number, toMs: number) => void;

export type MakeVoiceDetector = (report: ReportVoice) => VoiceDetector;

/** How much voice begins speech, and how much silence ends it. Turn detection has longer times. */
const MIN_SPEECH_MS = 40;
const MIN_SILENCE_MS = 100;

/** Turns reports into two events: `voiced` when speech began, `quiet` when it ended. */
export class VoiceActivity {
  #speaking = false;
  #changeMs: number | null = null;

  constructor(
    private readonly onVoiced: (atMs: number) => void,
    private readonly quiet: (atMs: number) => void,
  ) {}

  readonly onVoiceReport: ReportVoice = (voiced, fromMs, toMs) => {
    if (voiced === this.#speaking) {
      this.#changeMs = null;
      return;
    }
    this.#changeMs ??= fromMs;
    if (toMs - this.#changeMs < (voiced ? MIN_SPEECH_MS : MIN_SILENCE_MS)) return;
    const at = this.#changeMs;
    this.#changeMs = null;
    this.#speaking = voiced;
    (voiced ? this.onVoiced : this.quiet)(at);
  };
}
