/** Opens the first account, which has a ledger, too. The console, a higher context, provides it. */
export abstract class NewAccounts {
  /** Opens an account in the current transaction; resolves with its id. */
  abstract open(name: string, timezone: string): Promise<string>;
}
