/** The calls that wait for an agent; the calls provide it, since agents know nothing of calls. */
export abstract class WaitingCalls {
  /** Cancels every waiting call of an agent, in the current transaction; returns how many. */
  abstract cancelOf(accountId: string, agentId: string): Promise<number>;
}
