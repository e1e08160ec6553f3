import { newId } from '../../../platform/ids';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import type { LegRepository } from '../../../trunks';
import { type AdmittedCall, ANONYMOUS_CALLER, type InboundSink } from '../../domain/inbound';
import type { StreamLeg } from '../../../media';
import type { InboundCall } from '../shared/inbound-call';
import type { CallbackResponse, CloudAdapter, CloudCallStatus, InboundCallback } from './adapter';
import type { CloudInboundTransport } from './cloud-inbound-transport';
import type { CloudTrunk } from './cloud-trunk';
import type { InboundCallbackHandler } from './gateway/cloud-gateway';
import { InboundResponseCache } from './inbound-response-cache';

export interface AnsweringCall {
  readonly call: InboundCall<StreamLeg>;
  readonly transport: CloudInboundTransport;
  /** Resolves when the events of the call so far are stored. */
  readonly flushed: () => Promise<void>;
}

export interface CloudInboundListenerOptions {
  readonly adapter: CloudAdapter;
  readonly inbound: InboundSink;
  readonly legs: Pick<LegRepository, 'hasCarrierCall'>;
  readonly now: () => Date;
  readonly admit: (
    trunk: CloudTrunk,
    callback: InboundCallback,
    call: AdmittedCall,
    callId: string,
  ) => AnsweringCall;
}

/** Receives the calls that come in over the trunks of one cloud carrier. */
export class CloudInboundListener implements InboundCallbackHandler {
  readonly #unanswered = new Set<InboundCall<StreamLeg>>();
  readonly #active = new Map<string, Pick<AnsweringCall, 'transport' | 'flushed'>>();
  readonly #responses = new InboundResponseCache(REAL_TIMERS);
  #isStopping = false;

  constructor(private readonly options: CloudInboundListenerOptions) {}

  /** @throws Error when the decision could not be stored */
  onInbound(trunk: CloudTrunk, callback: InboundCallback): Promise<CallbackResponse> {
    return this.#responses.of(callback.carrierCallId, () => this.#decide(trunk, callback));
  }

  async onInboundStatus(trunk: CloudTrunk, status: CloudCallStatus): Promise<void> {
    const active = this.#active.get(keyOf(trunk, status.carrierCallId));
    active?.transport.onStatus(status);
    await active?.flushed();
  }

  stop(): void {
    this.#isStopping = true;
    for (const call of this.#unanswered) call.stop();
  }

  async #decide(trunk: CloudTrunk, callback: InboundCallback): Promise<CallbackResponse> {
    const { inbound, now, legs, adapter, admit } = this.options;
    const { carrierCallId, called, caller } = callback;
    // Rejects a replayed callback, and a call that another process answers.
    if (this.#isStopping || (await legs.hasCarrierCall(trunk.id, carrierCallId)))
      return adapter.rejectResponse;
    const callId = newId('call');
    const decision = await inbound.decide({
      callId,
      at: now(),
      carrier: adapter.kind,
      interpretations: [{ trunkId: trunk.id, called, caller: caller ?? ANONYMOUS_CALLER }],
    });
    if (decision.kind !== 'admitted') return adapter.rejectResponse;
    const { call, transport, flushed } = admit(trunk, callback, decision.call, callId);
    const key = keyOf(trunk, carrierCallId);
    this.#unanswered.add(call);
    this.#active.set(key, { transport, flushed });
    void transport.response.then(() => this.#unanswered.delete(call));
    void call.ended.finally(() => this.#active.delete(key));
    return transport.response;
  }
}

function keyOf({ id }: CloudTrunk, carrierCallId: string): string {
  return `${id} ${carrierCallId}`;
}
