/** Opens the first account and its ledger. The console, a higher context, provides it. */
export abstract class NewAccounts {
  /** In the current transaction; resolves with the id. */
  abstract open(name: string, timezone: string): Promise<string>;
}
