/** "Non-fatal note on something accepted that may not do what is expected" (description, Warning). */
export interface Warning {
  /** The field meant, as a path such as `variables.date`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}
