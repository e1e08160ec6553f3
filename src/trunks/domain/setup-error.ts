/** An operator's request cannot be done; the message is one line with the reason and the remedy. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Options of a trunk that are missing, unknown to its kind, or do not go together. One line, as above. */
export class OptionConflictError extends Error {
  override readonly name = 'OptionConflictError';
}
