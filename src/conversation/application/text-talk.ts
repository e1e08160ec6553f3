import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import type { DialogueEngine } from '../domain/dialogue-engine';
import type { TextLine } from '../domain/text-line';
import { type OnEarlyResult, RunningTalk } from './running-talk';
import type { TalkEnd } from './talk-end';

/** Runs one talk on a text line, until one side hangs up. All its timers run on the line's own clock. */
export class TextTalk {
  constructor(
    private readonly engine: DialogueEngine,
    private readonly onEarly: OnEarlyResult = null,
  ) {}

  /**
   * `onTurn` receives each turn as soon as it ends. Never rejects because of the engine or the contact. After an
   * abort the talk ends as `canceled` as soon as the line returns.
   */
  async run(
    line: TextLine,
    brief: TalkBrief,
    onTurn: (turn: Turn) => void,
    signal: AbortSignal,
  ): Promise<TalkEnd> {
    return new RunningTalk(this.engine, line, brief, onTurn, signal, this.onEarly).run();
  }
}
