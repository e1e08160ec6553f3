import type { Topic } from '../topics';

/** The reasons for which the agent says goodbye. */
export type Parting = 'done' | 'never' | 'wrong_number' | 'not_interested' | 'callback' | 'person_later';

/** Ways to say the same; the talk goes round them, so none comes twice in a row. */
export type Ways = readonly [string, ...string[]];

/**
 * What an agent says in one language. `{x}` stands for a value: `{q}` a question, `{topic}` what was asked for,
 * `{when}` the contact's words for a time, `{agent}` the agent's name. No phrase tells the agent's gender: the
 * opening line alone does that.
 */
export interface Phrases {
  /** After a talk was agreed to. */
  readonly started: Ways;
  /** Before the very first question. */
  readonly first: Ways;
  readonly next: Ways;
  /** After an answer, a no, a "don't know". */
  readonly answer: Ways;
  readonly no: Ways;
  readonly dontKnow: Ways;
  /** A counsellor will tell about `{topic}`; about something else. */
  readonly willTell: Ways;
  readonly willTellOther: Ways;
  /** Not understood; begins a repeated question `{q}`. */
  readonly repair: Ways;
  /** The contact did not hear. */
  readonly again: Ways;
  readonly stillThere: Ways;
  readonly giveUp: Ways;
  readonly introduce: Ways;
  readonly offerCallback: Ways;
  readonly transfer: Ways;
  readonly voicemail: Ways;
  readonly parting: Readonly<Record<Parting, Ways>>;
  /** Callback at a named time. */
  readonly callbackAt: Ways;
  /** The engine has failed. */
  readonly trouble: string;
  /** A terse question as somebody would ask it. */
  readonly ask: Readonly<Partial<Record<Topic, string>>>;
  /** How the topic is called in a sentence. */
  readonly topic: Readonly<Partial<Record<Topic, string>>>;
  /** A thing `{q}` that is no question yet; one that is. */
  readonly askFor: string;
  readonly askThis: string;
  /** Words by which a question is already one in this language (folded). */
  readonly asking: RegExp;
  /** How a name `{n}` is put into a sentence at `{name}`; nothing stands there without a name. */
  readonly called: string;
}
