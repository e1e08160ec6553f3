import type { TextTalk } from '../../../conversation';
import {
  Carrier,
  type CarrierCapabilities,
  type BridgeRequest,
  type DialResult,
  type OutboundCallRequest,
  type LegName,
  type CallLookup,
} from '../../domain/carrier';
import { type LegAllocation } from '../../../shared-kernel/leg-allocation';
import { REAL_TIMERS } from '../../../platform/timers';
import type { VoiceLineFactory } from '../../../voice';
import { callOf } from '../recordings/recording-spool';
import type { InboundSink } from '../../domain/inbound';
import type { SipArrival } from './sip-arrival';
import { SipInboundListener } from './sip-inbound-listener';
import { SipBridgedCall } from './sip-bridged-call';
import { SipDial } from './sip-dial';
import type { DialedLeg } from '../shared/leg-row-store';
import { LegServices, type LegServicesOptions, type TransferableCall } from '../shared/leg-services';
import { SipLegStore } from './sip-leg-store';
import type { SipRoute } from './sip-route';
import type { SipStack } from './sip-stack';
import { type DialTrace, type DialTraces, withoutStore } from '../shared/dial-traces';
import type { TransferChannel } from './sip-transfer';

export interface SipCarrierOptions extends LegServicesOptions {
  readonly can: CarrierCapabilities;
  readonly talk: TextTalk;
  readonly sign: (text: string) => string;
  readonly stack: SipStack;
  readonly traces: DialTraces;
  readonly lines: VoiceLineFactory;
  readonly inbound: InboundSink;
}

const NAME = 'sip';

/** Real calls over SIP trunks, by the user agent of this process. */
export class SipCarrier extends Carrier {
  override readonly name = NAME;
  override readonly capabilities: CarrierCapabilities;
  readonly #legs = new Map<string, SipDial | SipBridgedCall | SipArrival>();
  readonly #tools: LegServices;

  constructor(private readonly options: SipCarrierOptions) {
    super();
    this.capabilities = options.can;
    this.#tools = new LegServices(NAME, options);
    const arrivals = new SipInboundListener({
      ...options,
      carrier: NAME,
      timers: REAL_TIMERS,
      events: () => this.#tools.events(),
      transcribe: this.#tools.transcribe,
      record: (order, dial, trace) => this.#record(order, dial, trace),
      recording: (reference) => this.#tools.recording(reference),
      channel: (call, order, number, trace) => this.#channel(call, order, number, trace),
      held: this.#legs,
      streamsOf: (call) => this.#tools.streams(call, call.reference),
    });
    options.stack.onCall(arrivals);
  }

  /** Waits for nothing before the dial is known: it can be hung up, and looked up, from the order on. */
  override dial(request: OutboundCallRequest): Promise<DialResult> {
    const { reference, leg } = request;
    const { stack } = this.options;
    if (!leg) return Promise.reject(new Error('a dial over SIP needs a leg'));
    const callId = callOf(reference);
    const dialed = { callId, attempt: request.attempt };
    const trace = this.options.traces.begin(dialed);
    const dial = new SipDial(request, {
      routes: this.#routes(leg),
      record: this.#record(leg, { ...dialed, kind: 'contact', phoneNumber: request.number }, trace),
      channel: (number) => this.#channel(request, leg, number, trace),
      transcribe: this.#tools.transcribe,
      openLeg: () => stack.legPool.take(),
      place: (options, handlers) => stack.call(options, handlers),
      talk: this.options.talk,
      openLine: (brief, tell) => this.options.lines.open(brief, tell, this.#tools.streams(leg, reference)),
      events: this.#tools.events(),
      timers: REAL_TIMERS,
      now: this.options.now,
      // Not known: taken for silent, so that no silent target is asked again and again.
      wasSilent: async () =>
        request.attempt > 1 && (await this.options.legs.wasSilent(callId).catch(() => true)),
      recording: () => this.#tools.recording(reference, request.record),
    });
    return this.#keep(reference, dial, trace);
  }

  override bridge(request: BridgeRequest): Promise<DialResult> {
    const { reference, legs } = request;
    const { stack, channels } = this.options;
    if (!legs) return Promise.reject(new Error('a human call over SIP needs two legs'));
    const callId = callOf(reference);
    const trace = this.options.traces.begin({ callId, attempt: 1 });
    const side = (who: LegName) => ({
      routes: this.#routes(legs[who]),
      record: this.#record(
        legs[who],
        { callId, attempt: 1, phoneNumber: request[who], kind: who, isSecond: who === 'contact' },
        trace,
      ),
    });
    const dial = new SipBridgedCall(request, {
      counsellor: side('counsellor'),
      contact: side('contact'),
      delayNextSlot: () => channels.delayNextSlot(legs.contact.routes[0].trunkId).catch(() => undefined),
      openLeg: () => stack.legPool.take(),
      place: (options, handlers) => stack.call(options, handlers),
      events: this.#tools.events(),
      timers: REAL_TIMERS,
      now: this.options.now,
      nowMs: () => performance.now(),
      recording: () => this.#tools.recording(reference, request.record),
    });
    return this.#keep(reference, dial, trace);
  }

  /** Nobody but this process knows its calls. */
  override lookUp(reference: string): Promise<CallLookup> {
    const state = this.#legs.get(reference)?.state;
    return Promise.resolve({ state: state === undefined || state === 'ended' ? 'not_found' : state });
  }

  override hangUp(reference: string): Promise<void> {
    this.#legs.get(reference)?.hangUp();
    return Promise.resolve();
  }

  override waitMs(networkMs: number): number {
    return networkMs;
  }

  override close(): void {
    this.#tools.close();
    for (const leg of this.#legs.values()) leg.drop();
  }

  #routes({ routes }: LegAllocation): SipRoute[] {
    const { stack } = this.options;
    return routes.map(
      ({ trunkId, callerId }) => stack.trunk(trunkId)?.route(callerId) ?? gone(trunkId, callerId),
    );
  }

  #keep(reference: string, dial: SipDial | SipBridgedCall, trace: DialTrace): Promise<DialResult> {
    this.#legs.set(reference, dial);
    void dial.over.finally(() => {
      this.#legs.delete(reference);
      trace.close();
    });
    return dial.answer;
  }

  #record(order: LegAllocation, dial: DialedLeg, trace: DialTrace): SipLegStore {
    return new SipLegStore(this.#tools.rows(trace), this.options.sign, order, dial);
  }

  /** A channel for a person whom the contact is transferred to; else why there is none. */
  async #channel(
    call: TransferableCall,
    { accountId, routes }: LegAllocation,
    phoneNumber: string,
    trace: DialTrace,
  ): Promise<TransferChannel | string> {
    const trunkIds = routes.map(({ trunkId }) => trunkId);
    const taken = await this.#tools.allocateTransferLeg(call, { accountId, trunkIds }, phoneNumber);
    if (typeof taken === 'string') return taken;
    const { order, leg } = taken;
    return { routes: this.#routes(order), record: this.#record(order, leg, withoutStore(trace)) };
  }
}

/** A trunk that this process lost between the decision and the dial: it cannot be reached. */
function gone(trunkId: string, callerId: string): SipRoute {
  return {
    trunkId,
    trunkName: trunkId,
    callerId,
    mediaSources: [],
    targets: () => Promise.resolve([]),
    invite: () => {
      throw new Error('a trunk without targets is not asked');
    },
  };
}
