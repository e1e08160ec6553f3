/** The human calls that wait for a counsellor; the human calls provide it, since counsellors know nothing of calls. */
export abstract class WaitingHumanCalls {
  /** Cancels every waiting human call of a counsellor, in the current transaction; returns how many. */
  abstract cancelOf(accountId: string, counsellorId: string): Promise<number>;
}
