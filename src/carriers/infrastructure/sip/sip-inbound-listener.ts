import type { RtpLeg } from '../../../media';
import { newId } from '../../../platform/ids';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { IncomingCall } from '../../../sip';
import type { InboundSink } from '../../domain/inbound';
import type { DialTrace, DialTraces } from '../shared/dial-traces';
import type { InboundCall } from '../shared/inbound-call';
import { type Admission, SipInboundOffer } from './sip-inbound-offer';
import type { InboundCallListener, SipStack } from './sip-stack';
import { withTimeout } from '../../../platform/kernel/time/timeout';

/** An inbound call is one dial. */
const FIRST = 1;
/** Shutdown waits this time at most for rejections to be stored. */
const REJECTION_TIMEOUT_MS = 3_000;

export interface SipInboundListenerOptions {
  readonly carrier: string;
  readonly inbound: InboundSink;
  readonly stack: Pick<SipStack, 'trunk' | 'trunksOf' | 'phoneTrunksOf' | 'challengeFor'>;
  readonly traces: DialTraces;
  readonly timers: Timers;
  readonly now: () => Date;
  /** Closes the trace at the call's end. */
  readonly admit: (
    incoming: IncomingCall,
    admission: Admission,
    callId: string,
    trace: DialTrace,
  ) => InboundCall<RtpLeg>;
}

/** Receives the calls that come in to this process. */
export class SipInboundListener implements InboundCallListener {
  readonly #unsettled = new Set<SipInboundOffer>();

  constructor(private readonly options: SipInboundListenerOptions) {}

  /** The called number decides which trunk the call belongs to. */
  onInvite(incoming: IncomingCall): void {
    const { stack, traces, now, inbound, carrier, admit } = this.options;
    const trunks = stack.trunksOf(incoming);
    const isOffered = trunks.some(({ settings }) => incoming.offersAudio(settings.isSrtpRequired));
    if (trunks.length > 0 && !isOffered) {
      incoming.reject(488);
      return;
    }
    const callId = newId('call');
    const trace = traces.begin({ callId, attempt: FIRST });
    trace.follow(incoming.callId, trunks[0]?.name ?? '', incoming.text);
    const interpretations = trunks.flatMap((trunk) => trunk.read(incoming));
    const at = now();
    const offer = new SipInboundOffer(incoming, {
      decide: async () => {
        const phoneInterpretations = () =>
          stack.phoneTrunksOf(incoming).flatMap((trunk) => trunk.read(incoming));
        const decision = await inbound.decide({ callId, at, carrier, interpretations, phoneInterpretations });
        if ('interpretation' in decision) {
          trace.follow(incoming.callId, stack.trunk(decision.interpretation.trunkId)?.name ?? '');
        }
        return decision;
      },
      admit: (admission) => admit(incoming, admission, callId, trace),
      challengeFor: (trunkId) => stack.challengeFor(trunkId, incoming.source.address),
      countRejection: (why) => inbound.countRejection(why),
      trace,
    });
    this.#unsettled.add(offer);
    void offer.settled.then(() => this.#unsettled.delete(offer));
  }

  async stop(): Promise<void> {
    for (const offer of this.#unsettled) offer.stop();
    const allSettled = Promise.all([...this.#unsettled].map(({ settled }) => settled));
    await withTimeout(REJECTION_TIMEOUT_MS, allSettled, () => undefined, this.options.timers);
  }
}
