/** How long the service waits for a model, in milliseconds. */
export interface ModelTimeouts {
  /** For the first word of a turn. */
  readonly firstWordMs: number;
  /** For a whole turn. */
  readonly turnMs: number;
  /** For a health check. */
  readonly checkMs: number;
  /** The pause before a model that failed its health check is checked again. */
  readonly recheckMs: number;
}

export const MODEL_TIMEOUTS: ModelTimeouts = {
  firstWordMs: 3_000,
  turnMs: 10_000,
  checkMs: 5_000,
  recheckMs: 30_000,
};
