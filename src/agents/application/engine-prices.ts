/** What an account pays for its calls' voices; the calls provide it, since agents know nothing of credits. */
export abstract class EnginePrices {
  /** Credits for a started minute of talk, by the id of the voice engine. */
  abstract of(accountId: string): Promise<ReadonlyMap<string, number>>;
}
