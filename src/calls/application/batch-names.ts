/** Names of batches. Batches, a higher context, provides it. */
export abstract class BatchNames {
  /** Name of each batch of the account, by id; null for one without a name. */
  abstract of(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}
