export interface ModelTimeouts {
  /** For the first word of a turn, before the request is repeated. */
  readonly firstWordMs: number;
  /** For the first word in all. */
  readonly giveUpMs: number;
  /** For text after a word, once the contact waits for it. */
  readonly pauseMs: number;
  /** For all text after the first word, while the contact waits for it. */
  readonly answerMs: number;
  /** For one check whether the model answers. */
  readonly checkMs: number;
  /** Between two checks of a model that does not answer. */
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
