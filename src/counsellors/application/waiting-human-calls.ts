/** Waiting human calls of a counsellor. Implemented by the human-calls context: counsellors do not depend on calls. */
export abstract class WaitingHumanCalls {
  /** Cancels a counsellor's waiting human calls, in the current transaction. Returns how many. */
  abstract cancelOf(accountId: string, counsellorId: string): Promise<number>;
}
