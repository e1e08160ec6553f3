import type { StoppedBy } from '../domain/callable-agent';

/** An agent that calls nobody any more. */
export interface StoppedAgent {
  readonly agentId: string;
  readonly why: StoppedBy;
  /** Calls that were queued later wait for an agent that was turned on again. */
  readonly at: Date;
}

/** The calls that wait for an agent; the calls provide it, since agents know nothing of calls. */
export abstract class WaitingCalls {
  /** How many wait for it: asked in the transaction that stops the agent, which no call slips past. */
  abstract count(agentId: string): Promise<number>;

  /** Cancels them, after that transaction, set by set. What a crash leaves of them is found by a sweep. */
  abstract cancel(stopped: StoppedAgent): Promise<void>;
}
