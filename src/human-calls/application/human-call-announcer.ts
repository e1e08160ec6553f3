import type { HumanCallView } from './human-call.view';

export interface AnalysedHumanCall {
  readonly accountId: string;
  readonly call: HumanCallView;
}

/**
 * Makes the one `human_call.analysis_ready`, in the transaction that ends the analysis (R62). Implemented by the
 * webhooks context: human calls do not depend on endpoints.
 */
export abstract class HumanCallAnnouncer {
  abstract announce(calls: readonly AnalysedHumanCall[]): Promise<void>;
}
