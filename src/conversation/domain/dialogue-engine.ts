import type { TalkBrief, Turn } from '../../shared-kernel/talk';

/** What the agent does after it has spoken. */
export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' };

/** A piece of the agent's answer: text as it is produced, then one action. */
export type DialogueChunk = { readonly text: string } | { readonly action: DialogueAction };

/** What happened on the line besides the turns. */
export interface DialogueCue {
  /** The contact said nothing for this long since the agent stopped speaking; 0 when it spoke. */
  readonly silentMs: number;
  /** Consecutive silences; the talk ends after the second, whatever the engine says. */
  readonly silences: number;
  /** The carrier takes what was heard last for a voicemail greeting. */
  readonly machine: boolean;
  /** Nobody took the transfer. */
  readonly transferFailed: boolean;
}

/**
 * Decides what the agent says and does next, from the brief and the turns so far; the agent's first turn is the opening
 * line. It knows neither carrier nor audio. A turn that the contact cut off is in `turns` with the words that were heard.
 */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
