import type { TalkBrief, Turn } from '../../shared-kernel/talk';

export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' };

/** Text as it is produced, then one action. */
export type DialogueChunk = { readonly text: string } | { readonly action: DialogueAction };

export interface DialogueCue {
  /** Since the agent stopped speaking; 0 when the contact spoke. */
  readonly silentMs: number;
  /** Consecutive; the talk ends after the second, whatever the engine returns. */
  readonly silences: number;
  /** The carrier detected a voicemail greeting. */
  readonly machine: boolean;
  readonly transferFailed: boolean;
}

/**
 * Decides the agent's next text and action from the brief and the turns; the first turn is the opening line. An
 * interrupted turn has only the words that were played.
 */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
