import type { TalkBrief, Turn } from '../../shared-kernel/talk';

export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' };

export type DialogueChunk = { readonly text: string } | { readonly action: DialogueAction };

export interface DialogueCue {
  readonly silentMs: number;
  /** Consecutive; the talk ends after the second, whatever the engine returns. */
  readonly silences: number;
  readonly machine: boolean;
  readonly transferFailed: boolean;
}

/** Decides the agent's next text and action. An interrupted turn has only the words that were played. */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
