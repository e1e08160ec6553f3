import { type FailoverResult, TrunkFailover } from '../shared/trunk-failover';
import type { SipRoute } from './sip-route';
import { attemptOverSip, type SipAnswer, type SipTrunkAttemptOptions } from './sip-trunk-attempt';

/** Some networks send no 487 after a CANCEL. */
export const MAX_GIVE_UP_MS = 400;

export type OutboundLegResult = FailoverResult<SipRoute, SipAnswer>;

export interface SipOutboundLegOptions extends Omit<SipTrunkAttemptOptions, 'route'> {
  readonly routes: readonly SipRoute[];
  /** For the timeline; `shownNumber` from now on. */
  readonly onProgress: (message: string, shownNumber?: string) => void;
}

/** Rings one phone over one trunk after another. */
export class SipOutboundLeg extends TrunkFailover<SipRoute, SipAnswer> {
  constructor(options: SipOutboundLegOptions) {
    const maxGiveUpMs = MAX_GIVE_UP_MS;
    super({ ...options, maxGiveUpMs, attempt: (route) => attemptOverSip({ ...options, route }) });
  }
}
