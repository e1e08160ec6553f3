import type { PlaybackResult } from './speech-player';
import type { TalkFigures } from './talk-metrics';

/** Measures how long contacts wait for the agent's response. */
export class AnswerTiming {
  constructor(
    private readonly figures: TalkFigures,
    private readonly nowMs: () => number,
  ) {}

  async *timed(text: AsyncIterable<string>): AsyncGenerator<string> {
    const requestedMs = this.nowMs();
    let isFirst = true;
    for await (const piece of text) {
      if (isFirst) this.figures.observe('llm', this.nowMs() - requestedMs);
      isFirst = false;
      yield piece;
    }
  }

  /** @param unansweredMs when the contact's last words ended */
  measure({ spoken, startMs, ttsMs }: PlaybackResult, unansweredMs: number): void {
    if (ttsMs !== null) this.figures.observe('tts', ttsMs);
    if (spoken !== '') this.figures.observe('total', startMs - unansweredMs);
  }
}
