import type { Topic } from '../topics';

export type Parting =
  'done' | 'never' | 'wrong_number' | 'bereaved' | 'not_interested' | 'callback' | 'person_later';

/** A talk rotates through them, so none comes twice in a row. */
export type Variants = readonly [string, ...string[]];

/**
 * Placeholders: `{q}` a question, `{topic}` what was requested, `{when}` a time, `{agent}` the agent's name. No
 * phrase may depend on the agent's gender, which only the opening line shows.
 */
export interface Phrases {
  readonly started: Variants;
  readonly first: Variants;
  readonly next: Variants;
  readonly answer: Variants;
  readonly no: Variants;
  readonly dontKnow: Variants;
  /** A counsellor will explain `{topic}`. */
  readonly willTell: Variants;
  readonly willTellOther: Variants;
  /** The agent did not understand; repeats the question `{q}`. */
  readonly repair: Variants;
  /** The contact did not understand; repeats `{q}`. */
  readonly again: Variants;
  /** Agrees to a pause that the contact requested. */
  readonly wait: Variants;
  readonly stillThere: Variants;
  readonly giveUp: Variants;
  readonly introduce: Variants;
  /** That the agent is no person. */
  readonly disclose: Variants;
  readonly offerCallback: Variants;
  readonly transfer: Variants;
  readonly voicemail: Variants;
  readonly parting: Readonly<Record<Parting, Variants>>;
  readonly callbackAt: Variants;
  /** Makes a time to call of a duration `{when}`. */
  readonly within: string;
  readonly unclear: string;
  readonly screening: string;
  readonly thinking: Variants;
  readonly trouble: string;
  readonly ask: Readonly<Partial<Record<Topic, string>>>;
  readonly topic: Readonly<Partial<Record<Topic, string>>>;
  readonly askFor: string;
  readonly askThis: string;
  readonly asking: Pick<RegExp, 'test'>;
  /** Replaces `{name}` when the name `{n}` is known. */
  readonly called: string;
}
