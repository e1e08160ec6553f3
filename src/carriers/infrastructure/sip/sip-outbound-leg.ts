import type { Timers } from '../../../platform/timers';
import { type FailoverResult, TrunkFailover } from '../shared/trunk-failover';
import type { SipRoute } from './sip-route';
import { attemptOverSip, type SipAnswer, type SipTrunkAttemptOptions } from './sip-trunk-attempt';

/** After `giveUp` the end of a ringing phone is awaited this time: some networks send no 487 after a CANCEL. */
const MAX_GIVE_UP_MS = 400;

export type OutboundLegResult = FailoverResult<SipRoute, SipAnswer>;

export interface SipOutboundLegOptions extends Omit<SipTrunkAttemptOptions, 'route'> {
  readonly routes: readonly SipRoute[];
  /** For the timeline; `shownNumber` from now on. */
  readonly onProgress: (message: string, shownNumber?: string) => void;
}

/** Rings one phone over one trunk after another. */
export class SipOutboundLeg extends TrunkFailover<SipRoute, SipAnswer> {
  readonly #timers: Timers;
  #abandon: () => void = () => undefined;
  readonly #abandoned = new Promise<OutboundLegResult>((resolve) => {
    this.#abandon = () => resolve({ kind: 'abandoned' });
  });

  constructor(options: SipOutboundLegOptions) {
    super({ ...options, attempt: (route) => attemptOverSip({ ...options, route }) });
    this.#timers = options.timers;
  }

  /** `run` resolves within 400 ms; the channel is free when the network has ended the INVITE. */
  override giveUp(): void {
    super.giveUp();
    this.#timers.after(MAX_GIVE_UP_MS, this.#abandon);
  }

  override run(): Promise<OutboundLegResult> {
    return Promise.race([super.run(), this.#abandoned]);
  }
}
