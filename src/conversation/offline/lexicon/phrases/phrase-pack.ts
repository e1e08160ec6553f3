import type { Topic } from '../topics';

export type Parting = 'done' | 'never' | 'wrong_number' | 'not_interested' | 'callback' | 'person_later';

/** A talk rotates through them, so none comes twice in a row. */
export type Variants = readonly [string, ...string[]];

/**
 * Phrases of one language. Placeholders: `{q}` a question, `{topic}` what was requested, `{when}` the contact's words
 * for a time, `{agent}` the agent's name. No phrase may depend on the agent's gender, which only the opening line
 * shows.
 */
export interface Phrases {
  /** After the contact agreed to talk. */
  readonly started: Variants;
  /** Before the first question. */
  readonly first: Variants;
  readonly next: Variants;
  /** After an answer, a no, a "don't know". */
  readonly answer: Variants;
  readonly no: Variants;
  readonly dontKnow: Variants;
  /** A counsellor will explain `{topic}`. */
  readonly willTell: Variants;
  /** Without a known topic. */
  readonly willTellOther: Variants;
  /** The agent did not understand; repeats the question `{q}`. */
  readonly repair: Variants;
  /** The contact did not understand; repeats `{q}`. */
  readonly again: Variants;
  readonly stillThere: Variants;
  readonly giveUp: Variants;
  readonly introduce: Variants;
  readonly offerCallback: Variants;
  readonly transfer: Variants;
  readonly voicemail: Variants;
  readonly parting: Readonly<Record<Parting, Variants>>;
  readonly callbackAt: Variants;
  readonly unclear: string;
  /** For a call screener: who calls, `{account}`, and why. */
  readonly screening: string;
  /** Until an answer comes. */
  readonly thinking: Variants;
  /** Goodbye when an engine failed. */
  readonly trouble: string;
  readonly ask: Readonly<Partial<Record<Topic, string>>>;
  readonly topic: Readonly<Partial<Record<Topic, string>>>;
  /** `{q}` is not a question. */
  readonly askFor: string;
  /** `{q}` is a question. */
  readonly askThis: string;
  /** Matches the folded words of a question in this language. */
  readonly asking: RegExp;
  /** Replaces `{name}` when the name `{n}` is known. */
  readonly called: string;
}
