import type { TalkBrief, Turn } from '../../platform/kernel/talk';

/** What the agent does after it has spoken. */
export type DialogueAction =
  | { readonly do: 'go_on' }
  | { readonly do: 'hang_up' }
  | { readonly do: 'transfer'; readonly number: string }
  | { readonly do: 'leave_message' };

/** A piece of the agent's answer: text as it comes, the action last. */
export type DialogueChunk = { readonly text: string } | { readonly action: DialogueAction };

/** How the line sounds to the agent, beside the turns. */
export interface DialogueCue {
  /** The contact said nothing for this long since the agent stopped speaking; 0 when it spoke. */
  readonly silentMs: number;
  /** Such silences in a row; the talk ends after the second, whatever the engine says. */
  readonly silences: number;
  /** What was heard last is a machine's greeting, by the carrier's own judgement. */
  readonly machine: boolean;
  /** The person the agent wanted to transfer to did not take it. */
  readonly transferFailed: boolean;
}

/**
 * Decides what the agent says and does next, from the brief and the turns so far (as long as the agent has no turn:
 * the opening line). It knows no carrier and no sound. A turn that was cut off by the contact stands in `turns` with
 * the words that were really heard.
 */
export abstract class DialogueEngine {
  abstract next(
    brief: TalkBrief,
    turns: readonly Turn[],
    cue: DialogueCue,
    signal: AbortSignal,
  ): AsyncIterable<DialogueChunk>;
}
