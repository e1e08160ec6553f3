/** Phrases with the same meaning. */
export type PhraseVariants = readonly [string, ...string[]];

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
  readonly hello: PhraseVariants;
  /** Replies to the opening line: yes; yes, gladly. */
  readonly agrees: PhraseVariants;
  readonly agreesGladly: PhraseVariants;
  readonly tells: Readonly<Record<Asked, PhraseVariants>>;
  readonly yes: Readonly<Record<AskedYesNo, PhraseVariants>>;
  readonly no: Readonly<Record<AskedYesNo, PhraseVariants>>;
  readonly doesNotKnow: PhraseVariants;
  /** Prefixes of an answer, with a trailing space. */
  readonly before: PhraseVariants;
  /** Questions of the contact. */
  readonly asksBack: PhraseVariants;
  /** Replies when the agent asked nothing. */
  readonly agreesToStatement: PhraseVariants;
  readonly didNotHear: PhraseVariants;
  readonly callTomorrow: PhraseVariants;
  readonly tomorrow: PhraseVariants;
  readonly neverAgain: PhraseVariants;
  readonly wrongNumber: PhraseVariants;
  readonly wantsPerson: PhraseVariants;
  readonly voicemail: PhraseVariants;
  /** After a transfer: the person first, then in turns. */
  readonly meeting: readonly [PhraseVariants, ...PhraseVariants[]];
  /** Stories and interruptions of a contact who talks without end. */
  readonly stories: PhraseVariants;
  readonly towns: PhraseVariants;
  readonly names: PhraseVariants;
  /** Courses to name when the agent named none. */
  readonly courses: PhraseVariants;
}
