/** Waiting human calls of a counsellor. Implemented by the human-calls context: counsellors do not depend on calls. */
export abstract class WaitingHumanCalls {
  abstract cancelOf(accountId: string, counsellorId: string): Promise<number>;
}
