/** Phrases with the same meaning. */
export type Ways = readonly [string, ...string[]];

/** Subject of an agent's question, as the contact understands it. */
export type Asked =
  | 'callback_time'
  | 'budget'
  | 'salary'
  | 'marks'
  | 'experience'
  | 'count'
  | 'time'
  | 'name'
  | 'course'
  | 'city'
  | 'qualification'
  | 'decision'
  | 'source'
  | 'mode'
  | 'email'
  | 'open';

/** Yes-or-no questions. */
export type AskedYesNo = 'hostel' | 'loan' | 'visit' | 'scholarship' | 'interest' | 'other';

/**
 * Phrases of contacts in one language. `{n}` is the contact's name, `{c}` the course that the agent named, `{a}` and
 * `{b}` a smaller and a larger number, `{p}` a percentage, `{t}` a town.
 */
export interface SpeechPack {
  readonly hello: Ways;
  /** Replies to the opening line: yes; yes, gladly. */
  readonly agrees: Ways;
  readonly agreesGladly: Ways;
  readonly tells: Readonly<Record<Asked, Ways>>;
  readonly yes: Readonly<Record<AskedYesNo, Ways>>;
  readonly no: Readonly<Record<AskedYesNo, Ways>>;
  readonly doesNotKnow: Ways;
  /** Prefixes of an answer, with a trailing space. */
  readonly before: Ways;
  /** Questions of the contact. */
  readonly asksBack: Ways;
  /** Replies when the agent asked nothing. */
  readonly agreesToStatement: Ways;
  readonly didNotHear: Ways;
  readonly callTomorrow: Ways;
  readonly tomorrow: Ways;
  readonly neverAgain: Ways;
  readonly wrongNumber: Ways;
  readonly wantsPerson: Ways;
  readonly voicemail: Ways;
  /** After a transfer: the person first, then in turns. */
  readonly meeting: readonly [Ways, ...Ways[]];
  /** Stories and interruptions of a contact who talks without end. */
  readonly stories: Ways;
  readonly towns: Ways;
  readonly names: Ways;
  /** Courses to name when the agent named none. */
  readonly courses: Ways;
}
