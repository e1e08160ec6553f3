/** A non-fatal note on input that was accepted but may not do what the client expects. */
export interface Warning {
  /** Path of the field, such as `variables.date`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}
