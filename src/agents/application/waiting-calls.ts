/** Why an agent's calls are canceled: it was turned off, or only answers calls now. */
type StoppedBy = 'turned_off' | 'inbound_only';

/** The calls that wait for an agent; the calls provide it, since agents know nothing of calls. */
export abstract class WaitingCalls {
  /** Cancels every waiting call of an agent, in the current transaction; returns how many. */
  abstract cancelOf(accountId: string, agentId: string, why: StoppedBy): Promise<number>;
}
