import type { TalkBrief, Turn } from '../../shared-kernel/talk';
import type { DialogueEngine } from '../domain/dialogue-engine';
import type { TextLine } from '../domain/text-line';
import type { ToolUsers } from '../domain/tool-user';
import { linePhrases } from '../offline/line-phrases';
import type { OnEarlyResult } from './early-replies';
import { RunningTalk } from './running-talk';
import type { TalkEnd } from './talk-end';
import { ToolRounds } from './tool-rounds';

/** Runs one talk on a text line, until one side hangs up. All its timers run on the line's own clock. */
export class TextTalk {
  constructor(
    private readonly engine: DialogueEngine,
    private readonly onEarly: OnEarlyResult = null,
    /** null: talks have no tools. */
    private readonly toolUsers: ToolUsers | null = null,
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
    return new RunningTalk(
      this.engine,
      line,
      brief,
      onTurn,
      signal,
      this.onEarly,
      this.#tools(line, brief),
    ).run();
  }

  #tools(line: TextLine, { tools, language }: TalkBrief): ToolRounds | null {
    if (!tools || !this.toolUsers) return null;
    const nowMs = () => line.nowMs();
    return new ToolRounds(this.toolUsers.of({ tools, nowMs }), nowMs, linePhrases(language).thinking);
  }
}
