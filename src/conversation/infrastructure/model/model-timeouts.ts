export interface ModelTimeouts {
  /** The limit for the first word of a turn, before the request is repeated. */
  readonly firstWordMs: number;
  /** The limit for the first word over all requests. */
  readonly giveUpMs: number;
  /** The limit for text after a word, once the contact waits for it. */
  readonly pauseMs: number;
  /** The limit for all text after the first word, while the contact waits for it. */
  readonly answerMs: number;
  /** The limit for one check whether the model answers. */
  readonly checkMs: number;
  /** The interval between two checks of a model that does not answer. */
  readonly recheckMs: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = {
  firstWordMs: 3_000,
  giveUpMs: 8_000,
  pauseMs: 3_000,
  answerMs: 30_000,
  checkMs: 5_000,
  recheckMs: 30_000,
};
