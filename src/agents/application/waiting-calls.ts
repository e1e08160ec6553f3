import type { StoppedBy } from '../domain/callable-agent';

/** An agent that was turned off or made inbound. */
export interface StoppedAgent {
  readonly agentId: string;
  readonly why: StoppedBy;
  /** Calls queued later belong to an agent that was turned on again, and stay. */
  readonly at: Date;
}

/** Calls that wait for an agent. Implemented by the calls context: agents do not depend on calls. */
export abstract class WaitingCalls {
  /** Number of waiting calls, read in the transaction that stops the agent, which no call slips past (R13). */
  abstract count(agentId: string): Promise<number>;

  /** Cancels them in sets, after that transaction. A sweep finishes what a crash leaves behind. */
  abstract cancel(stopped: StoppedAgent): Promise<void>;
}
