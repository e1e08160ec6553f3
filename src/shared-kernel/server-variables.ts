/** The variables of a cloud service with an engine of speech. Without its key the engine is not used. */
export interface ServerVariables {
  readonly key: string;
  /** The engine's variable, and the address when that is not set; null: see `region`. */
  readonly url: readonly [string, string | null];
  readonly model?: readonly [string, string];
  /** The variable of the region, and where a region's server is. */
  readonly region?: readonly [string, (region: string) => string];
}
