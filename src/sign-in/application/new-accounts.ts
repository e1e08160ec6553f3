/** Opens the first account and its ledger. The console, a higher context, provides it. */
export abstract class NewAccounts {
  abstract open(name: string, timezone: string): Promise<string>;
}
