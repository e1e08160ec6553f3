import { Logger } from '@nestjs/common';
import type { RtpLeg } from '../../../media';
import { errorText } from '../../../platform/logging';
import type { IncomingCall } from '../../../sip';
import type { InboundDecision, InboundSink } from '../../domain/inbound';
import type { DialTrace } from '../shared/dial-traces';
import type { InboundCall } from '../shared/inbound-call';
import { rejectOverSip } from './sip-inbound-transport';

export type Admission = Extract<InboundDecision, { kind: 'admitted' }>;

export interface SipInboundOfferOptions {
  readonly decide: () => Promise<InboundDecision>;
  readonly admit: (admission: Admission) => InboundCall<RtpLeg>;
  /** Headers of a 401. */
  readonly challengeFor: (trunkId: string) => readonly (readonly [name: string, value: string])[];
  readonly countRejection: InboundSink['countRejection'];
  readonly trace: Pick<DialTrace, 'store' | 'close'>;
}

export class SipInboundOffer {
  readonly #logger = new Logger(SipInboundOffer.name);
  #isStopping = false;
  #call: InboundCall<RtpLeg> | null = null;

  /** Resolves when the agent talks, or when the rejection is stored. Never rejects. */
  readonly settled: Promise<void>;

  constructor(
    private readonly incoming: IncomingCall,
    private readonly options: SipInboundOfferOptions,
  ) {
    this.settled = this.#run();
  }

  stop(): void {
    this.#isStopping = true;
    this.#call?.stop();
  }

  async #run(): Promise<void> {
    const { decide, admit, trace, countRejection } = this.options;
    try {
      const decision = await decide();
      if (decision.kind === 'admitted') {
        const call = admit(decision);
        this.#call = call;
        if (this.#isStopping) call.stop();
        await call.settled;
        return;
      }
      if (decision.kind === 'challenged') {
        this.incoming.reject(401, { headers: this.options.challengeFor(decision.trunkId) });
      } else rejectOverSip(this.incoming, decision.why);
      if (decision.kind === 'refused') await trace.store();
    } catch (error) {
      this.#logger.warn(`a call that came in: ${errorText(error)}`);
      countRejection('error');
      rejectOverSip(this.incoming, 'error');
    }
    trace.close();
  }
}
