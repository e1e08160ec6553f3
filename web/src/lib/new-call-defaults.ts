export interface NewCallDefaults {
  readonly phone_number?: string;
  readonly name?: string;
  readonly email?: string;
  readonly external_id?: string;
  readonly agent_id?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly test?: boolean;
}
