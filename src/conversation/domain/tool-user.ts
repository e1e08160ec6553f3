import type { TalkTools, ToolAnswer, ToolSpec } from '../../shared-kernel/tool-use';
import type { ToolCall } from './dialogue-engine';

/** The tools of one talk. Its methods never reject. */
export interface ToolUser {
  readonly specs: readonly ToolSpec[];
  /** Equal writes share one request. */
  use(call: ToolCall): Promise<ToolAnswer>;
  /** Answers a call beyond the limits. */
  skip(call: ToolCall): Promise<ToolAnswer>;
  /** Adds a message to the timeline of the call. */
  note(message: string): void;
  /** The talk is over: reads are dropped, and writes that were sent are awaited by nobody in the talk. */
  end(): void;
}

/** @property nowMs of the talk, in milliseconds since the answer */
export interface ToolTalk {
  readonly tools: TalkTools;
  readonly nowMs: () => number;
}

/** Provided by the tools, a higher context. */
export abstract class ToolUsers {
  abstract of(talk: ToolTalk): ToolUser;
}
