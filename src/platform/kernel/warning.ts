export interface Warning {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}
