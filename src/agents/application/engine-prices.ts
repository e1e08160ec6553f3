/** Prices of voice engines. Implemented by the calls context: agents do not depend on credits. */
export abstract class EnginePrices {
  /** Credits for a started minute of talk, by engine id. */
  abstract of(accountId: string): Promise<ReadonlyMap<string, number>>;
}
