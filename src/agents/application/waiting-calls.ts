import type { StoppedBy } from '../domain/callable-agent';

export interface StoppedAgent {
  readonly agentId: string;
  readonly why: StoppedBy;
  /** Calls queued later belong to an agent that was turned on again, and stay. */
  readonly at: Date;
}

/** Calls that wait for an agent. Implemented by the calls context: agents do not depend on calls. */
export abstract class WaitingCalls {
  /** Read in the transaction that stops the agent, which no call slips past (R13). */
  abstract count(agentId: string): Promise<number>;

  /** Cancels them in sets, after that transaction. A sweep completes it after a crash. */
  abstract cancel(stopped: StoppedAgent): Promise<void>;
}
