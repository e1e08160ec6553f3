import type { TalkBrief, Turn } from '../../shared-kernel/talk';

/** The agent's action after speaking. */
export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' };

/** A piece of the agent's answer: text as it is produced, then one action. */
export type DialogueChunk = { readonly text: string } | { readonly action: DialogueAction };

/** Events on the line besides the turns. */
export interface DialogueCue {
  /** Silence of the contact since the agent stopped speaking; 0 when the contact spoke. */
  readonly silentMs: number;
  /** Consecutive silences; the talk ends after the second, whatever the engine returns. */
  readonly silences: number;
  /** The carrier detected a voicemail greeting. */
  readonly machine: boolean;
  readonly transferFailed: boolean;
}

/**
 * Decides the agent's next text and action, from the brief and the turns so far; the agent's first turn is the
 * opening line. Independent of carrier and audio. An interrupted turn is in `turns` with the words that were played.
 */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
