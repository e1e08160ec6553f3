import type { Topic } from '../topics';

/** The reasons for which the agent says goodbye. */
export type Parting = 'done' | 'never' | 'wrong_number' | 'not_interested' | 'callback' | 'person_later';

/** Variants of a phrase; a talk rotates through them, so none comes twice in a row. */
export type Variants = readonly [string, ...string[]];

/**
 * What an agent says in one language. Placeholders: `{q}` a question, `{topic}` what was asked for, `{when}` the contact's
 * words for a time, `{agent}` the agent's name. No phrase may depend on the agent's gender, which only the opening line
 * tells.
 */
export interface Phrases {
  /** After the contact agreed to talk. */
  readonly started: Variants;
  /** Before the very first question. */
  readonly first: Variants;
  readonly next: Variants;
  /** After an answer, a no, a "don't know". */
  readonly answer: Variants;
  readonly no: Variants;
  readonly dontKnow: Variants;
  /** A counsellor will tell about `{topic}`. */
  readonly willTell: Variants;
  /** The same about anything else. */
  readonly willTellOther: Variants;
  /** The agent did not understand; repeats the question `{q}`. */
  readonly repair: Variants;
  /** The contact did not hear; repeats `{q}`. */
  readonly again: Variants;
  readonly stillThere: Variants;
  readonly giveUp: Variants;
  readonly introduce: Variants;
  readonly offerCallback: Variants;
  readonly transfer: Variants;
  readonly voicemail: Variants;
  readonly parting: Readonly<Record<Parting, Variants>>;
  /** Goodbye with a callback at a named time. */
  readonly callbackAt: Variants;
  /** The contact's words cannot be recognized. */
  readonly unclear: string;
  /** Tells a call screener who calls, `{account}`, and why. */
  readonly screening: string;
  /** Fills the time until an answer comes. */
  readonly thinking: Variants;
  /** Goodbye when an engine failed. */
  readonly trouble: string;
  /** The spoken question for a topic. */
  readonly ask: Readonly<Partial<Record<Topic, string>>>;
  /** The name of a topic within a sentence. */
  readonly topic: Readonly<Partial<Record<Topic, string>>>;
  /** Asks for `{q}`, which is not a question. */
  readonly askFor: string;
  /** Asks `{q}`, which is one. */
  readonly askThis: string;
  /** Matches the folded words of what is a question in this language. */
  readonly asking: RegExp;
  /** What replaces `{name}` when the name `{n}` is known; otherwise nothing does. */
  readonly called: string;
}
