import type { HumanCallView } from './human-call.view';

/** A human call whose analysis has just come to its end, as the API returns it at this moment. */
export interface AnalysedHumanCall {
  readonly accountId: string;
  readonly call: HumanCallView;
}

/**
 * Makes the one event human_call.analysis_ready, in the transaction in which the analysis was over. The webhooks provide
 * it: human calls know nothing of endpoints.
 */
export abstract class HumanCallAnnouncer {
  abstract announce(calls: readonly AnalysedHumanCall[]): Promise<void>;
}
