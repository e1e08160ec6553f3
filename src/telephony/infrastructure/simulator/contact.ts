/** What the contact does when the agent has spoken, or at the answer. */
export type Reaction =
  | {
      readonly do: 'speak';
      readonly text: string;
      readonly afterMs: number;
      readonly machine?: boolean;
      readonly thenHangsUp?: boolean;
    }
  | { readonly do: 'stay_silent' }
  | { readonly do: 'hang_up'; readonly afterMs: number };

/** How an utterance of the agent reached the contact, and what comes of it. */
export interface Hearing {
  /** Cut off after this part (0 to 1) of it; null when it was heard to its end. */
  readonly cut: { readonly at: number; readonly by: 'barge_in' | 'hung_up' | 'lost' } | null;
  readonly reaction: Reaction;
}

/** One thing said after a transfer. */
export interface Exchange {
  readonly speaker: 'contact' | 'human';
  readonly text: string;
}

/** Somebody who answers the phone. Hears nothing but what the agent says, and has no clock. */
export interface Contact {
  /** What is said at the answer, before the agent speaks. */
  answers(): Reaction;
  hears(text: string): Hearing;
  /** The talk with the person that the agent transfers to. */
  meets(): readonly Exchange[];
}
