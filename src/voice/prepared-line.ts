import { linePhrases } from '../conversation';
import type { MediaLeg } from '../media';
import type { EarlyBrief } from '../shared-kernel/early-brief';
import type { TalkBrief } from '../shared-kernel/talk';
import { type Recognition, sentencesOf, type Synthesis } from '../speech';
import type { StartTransfer } from './transfer';
import type { PendingLine } from './pending-line';
import { VoiceSession } from './voice-session';
import type { VoiceSessionOptions } from './voice-session-options';

/** A call that comes in is answered within 3 s, its longest wait for tools that fill the brief. */
const EARLY_MS = 2_000;

export interface PreparedLineOptions extends Pick<
  VoiceSessionOptions,
  'timers' | 'now' | 'figures' | 'emit' | 'observer'
> {
  readonly brief: TalkBrief;
  /** Absent: no tool fills the brief before the talk. */
  readonly early?: EarlyBrief | undefined;
  readonly synthesis: Synthesis;
  /** @param onPartial gets the words of the turn so far */
  readonly makeRecognition: (onPartial: (text: string) => void) => Recognition;
}

/** Connects recognition and synthesizes the first sentences before the answer. */
export class PreparedLine implements PendingLine {
  readonly #recognition: Recognition;
  readonly #opening: readonly string[];
  #onPartial: (text: string) => void = () => undefined;
  #isPrepared = false;

  constructor(private readonly options: PreparedLineOptions) {
    this.#opening = sentencesOf(options.brief.openingLine);
    this.#recognition = options.makeRecognition((text) => this.#onPartial(text));
  }

  prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    this.#recognition.open();
    const { synthesis, brief } = this.options;
    const { trouble, thinking } = linePhrases(brief.language);
    // The opening line is needed first.
    const opened = this.options.early
      ? this.options.early.ready.then((filled) => synthesis.prepare(sentencesOf(filled.openingLine)))
      : synthesis.prepare(this.#opening);
    void opened.then(() => synthesis.prepare([...sentencesOf(trouble), ...thinking], true));
  }

  async isReady(): Promise<boolean> {
    this.prepare();
    const { early, brief, synthesis } = this.options;
    const [first] = early ? sentencesOf((await early.settle(EARLY_MS)).openingLine) : this.#opening;
    if (brief.direction === 'inbound' && first !== undefined && early) void synthesis.prepare([first]);
    const [recognizes, speaks] = await Promise.all([
      this.#recognition.isReady(),
      first === undefined || synthesis.isReady(first),
    ]);
    return recognizes && speaks;
  }

  answer(leg: MediaLeg, transfer?: StartTransfer, answeredAt?: number): VoiceSession {
    // Some networks answer without ringing.
    this.prepare();
    const { timers, now, figures, emit, observer, synthesis, brief } = this.options;
    const { language, interruption, patience, direction } = brief;
    return new VoiceSession(leg, {
      timers,
      now,
      answeredAt,
      figures,
      emit,
      observer,
      synthesis,
      language,
      interruption,
      patience,
      direction,
      transfer,
      phrases: linePhrases(language),
      recognize: (listener) => {
        this.#onPartial = listener;
        return this.#recognition;
      },
    });
  }

  drop(): void {
    this.#recognition.close();
    this.options.synthesis.close();
  }
}
