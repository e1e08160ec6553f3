import type { PlaybackResult } from '../speech-player';
import type { Stage, TalkFigures } from '../talk-metrics';
import type { AnswerStages } from './talk-observer';

/** Measures how long contacts wait for the agent's response, and the parts of the last wait. */
export class AnswerTiming implements TalkFigures {
  #parts = new Map<Stage, number>();

  constructor(
    private readonly figures: TalkFigures,
    private readonly nowMs: () => number,
  ) {}

  observe(stage: Stage, ms: number): void {
    this.#parts.set(stage, Math.max(0, Math.round(ms)));
    this.figures.observe(stage, ms);
  }

  bargedIn(): void {
    this.figures.bargedIn();
  }

  speechFailed(engine: string): void {
    this.figures.speechFailed(engine);
  }

  async *time(text: AsyncIterable<string>): AsyncGenerator<string> {
    const requestedMs = this.nowMs();
    let isFirst = true;
    for await (const piece of text) {
      if (isFirst) this.observe('llm', this.nowMs() - requestedMs);
      isFirst = false;
      yield piece;
    }
  }

  /** @param unansweredMs when the contact's last words ended */
  measure({ spoken, readyMs, ttsMs }: PlaybackResult, unansweredMs: number): AnswerStages {
    if (ttsMs !== null) this.observe('tts', ttsMs);
    if (spoken !== '') this.observe('total', readyMs - unansweredMs);
    const of = (stage: Stage): number | null => this.#parts.get(stage) ?? null;
    const stages = { endpointing: of('endpointing'), stt: of('stt'), llm: of('llm'), tts: of('tts') };
    this.#parts = new Map();
    return stages;
  }
}
