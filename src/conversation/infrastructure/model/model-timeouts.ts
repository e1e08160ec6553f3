/** Waits for the model, in milliseconds. */
export interface ModelTimeouts {
  /** "a time limit for the first word (3 s) …" */
  readonly firstWordMs: number;
  /** "… and the whole turn (10 s)" */
  readonly turnMs: number;
  /** For an answer to the question whether it can be used. */
  readonly checkMs: number;
  /** A model that cannot be used is asked again after so long. */
  readonly recheckMs: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = {
  firstWordMs: 3_000,
  turnMs: 10_000,
  checkMs: 5_000,
  recheckMs: 30_000,
};
