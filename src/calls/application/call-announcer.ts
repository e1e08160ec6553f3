import type { CallView } from './call.view';

/** A call that has just become final, as the API returns it at this moment. */
export interface FinalCall {
  readonly accountId: string;
  readonly call: CallView;
}

/**
 * Makes the one final event of each call, in the transaction that made the call final. The webhooks provide it: calls
 * know nothing of endpoints.
 */
export abstract class CallAnnouncer {
  abstract announce(calls: readonly FinalCall[]): Promise<void>;
}
