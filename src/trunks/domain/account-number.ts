/** A number of an account: shown as a caller id, and answered by an agent. */
export interface AccountNumber {
  /** E.164; no two accounts have the same. */
  readonly phoneNumber: string;
  readonly accountId: string;
  readonly trunkId: string;
  /** null: no agent answers. */
  readonly agentId: string | null;
  readonly isDefault: boolean;
  readonly outbound: boolean;
  readonly createdAt: Date;
}
