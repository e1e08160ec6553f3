/** What the contact does at the answer, or after the agent has spoken. */
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

/** How an utterance of the agent reached the contact, and the reaction. */
export interface ReceivedSpeech {
  /** Where (0 to 1) the utterance was interrupted; null when it was complete. */
  readonly cut: { readonly at: number; readonly by: 'barge_in' | 'hung_up' | 'lost' } | null;
  readonly reaction: Reaction;
}

export interface Exchange {
  readonly speaker: 'contact' | 'human';
  readonly text: string;
}

/** A person who answers the phone. Gets only the agent's speech, and has no clock. */
export interface Contact {
  /** The contact's first utterance, before the agent speaks. */
  onAnswer(): Reaction;
  onSpeech(text: string): ReceivedSpeech;
  /** The talk with the person that the agent transfers to. */
  afterTransfer(): readonly Exchange[];
}
