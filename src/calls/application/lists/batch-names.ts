/** A batch as people see it: an upload of several is one. */
export interface ShownBatch {
  /** The id of the upload's first batch. */
  readonly id: string;
  /** null for one without a name. */
  readonly name: string | null;
}

/** Names and groups batches. That context is higher, so it provides the class. */
export abstract class BatchNames {
  /** The batch that is shown for each of these of the account, by id. */
  abstract of(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ShownBatch>>;

  /** Ids of all batches that are shown as one with this one; the id itself when the account has no such batch. */
  abstract together(accountId: string, id: string): Promise<readonly string[]>;
}
