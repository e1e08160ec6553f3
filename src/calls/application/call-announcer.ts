import type { CallView } from './call.view';

export interface FinalCall {
  readonly accountId: string;
  readonly call: CallView;
}

/**
 * Announces a final call, once, in the transaction that made it final (R14). Implemented by the webhooks context: calls
 * do not depend on endpoints.
 */
export abstract class CallAnnouncer {
  abstract announce(calls: readonly FinalCall[]): Promise<void>;
}
