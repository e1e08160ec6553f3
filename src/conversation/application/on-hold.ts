import type { TextLine } from '../domain/text-line';
import { isOnHoldMessage } from '../offline/lexicon/answerer';

/** Announcements while on hold, during which the agent is silent. They may repeat without end. */
export class OnHold {
  #sinceMs: number | null = null;

  constructor(private readonly line: Pick<TextLine, 'nowMs' | 'times'>) {}

  /** Milliseconds that the agent is silent after these words; 0 and less: it answers them. */
  silenceAfter(text: string): number {
    const { onHoldMessageMs } = this.line.times;
    if (onHoldMessageMs === null || !isOnHoldMessage(text)) return 0;
    const nowMs = this.line.nowMs();
    this.#sinceMs ??= nowMs;
    return onHoldMessageMs - (nowMs - this.#sinceMs);
  }
}
