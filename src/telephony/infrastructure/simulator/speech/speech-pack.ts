/** Ways to say the same. */
export type Ways = readonly [string, ...string[]];

/** What a question of the agent is about, by the contact's own ears. */
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

/** Questions of yes or no. */
export type AskedYesNo = 'hostel' | 'loan' | 'visit' | 'scholarship' | 'interest' | 'other';

/**
 * What contacts say in one language. `{n}` is the contact's name, `{c}` the course that the agent named, `{a}` and
 * `{b}` a smaller and a larger number, `{p}` a percentage, `{t}` a town.
 */
export interface SpeechPack {
  readonly hello: Ways;
  /** To the opening line: go ahead; go ahead, and gladly. */
  readonly agrees: Ways;
  readonly agreesGladly: Ways;
  readonly tells: Readonly<Record<Asked, Ways>>;
  readonly yes: Readonly<Record<AskedYesNo, Ways>>;
  readonly no: Readonly<Record<AskedYesNo, Ways>>;
  readonly doesNotKnow: Ways;
  /** Stand before an answer, with the space behind them. */
  readonly before: Ways;
  /** What the contact asks in turn. */
  readonly asksBack: Ways;
  /** When the agent asked nothing. */
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
  /** What somebody who can't stop says, and how he cuts in. */
  readonly stories: Ways;
  readonly towns: Ways;
  readonly names: Ways;
  /** The course when the agent named none. */
  readonly courses: Ways;
}
