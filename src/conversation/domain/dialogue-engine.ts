import type { TalkBrief } from '../../shared-kernel/talk';
import type { HistoryItem } from '../../shared-kernel/talk-history';

/** A tool that the engine uses. */
export interface ToolCall {
  /** Ours, unique in the answer. */
  readonly key: string;
  readonly name: string;
  /** A text is JSON. */
  readonly arguments: unknown;
}

/** The value of a JSON text; another text, and what is no text, as it is. */
export function readArguments(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  try {
    return JSON.parse(sent === '' ? '{}' : sent) as unknown;
  } catch {
    return sent;
  }
}

export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' }
  /** The engine is called again with their answers. */
  | { readonly do: 'use_tools'; readonly calls: readonly [ToolCall, ...ToolCall[]] };

/** The action is the last chunk. */
export type DialogueChunk =
  | { readonly text: string }
  | { readonly action: DialogueAction }
  /** For the timeline. */
  | { readonly note: string };

export interface DialogueCue {
  readonly silentMs: number;
  /** Consecutive; the talk ends after the second, whatever the engine returns. */
  readonly silences: number;
  readonly machine: boolean;
  readonly transferFailed: boolean;
  /** The answer may use no tool. */
  readonly withoutTools?: boolean;
}

/**
 * Decides the agent's next text and action. An interrupted turn has only the words that were played. An engine never
 * awaits a tool.
 */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    history: readonly HistoryItem[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
