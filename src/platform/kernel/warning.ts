export interface Warning {
  /** Path of the field, such as `variables.date`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}
