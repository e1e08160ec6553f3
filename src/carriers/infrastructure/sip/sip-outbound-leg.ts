import { type FailoverResult, TrunkFailover } from '../shared/trunk-failover';
import type { SipRoute } from './sip-route';
import { attemptOverSip, type SipAnswer, type SipTrunkAttemptOptions } from './sip-trunk-attempt';

/** Unless the phone answered, its leg has ended. */
export type OutboundLegResult = FailoverResult<SipRoute, SipAnswer>;

export interface SipOutboundLegOptions extends Omit<SipTrunkAttemptOptions, 'route'> {
  /** In the order in which they are tried; the leg's row begins on the first. */
  readonly routes: readonly SipRoute[];
  /** A line for the timeline; with the number that the phone shows from now on. */
  readonly onProgress: (message: string, shownNumber?: string) => void;
}

/** Rings one phone over one trunk after another. */
export class SipOutboundLeg extends TrunkFailover<SipRoute, SipAnswer> {
  constructor(options: SipOutboundLegOptions) {
    super({ ...options, attempt: (route) => attemptOverSip({ ...options, route }) });
  }
}
