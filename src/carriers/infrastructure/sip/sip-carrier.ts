import type { RtpLeg } from '../../../media';
import type { IncomingCall } from '../../../sip';
import type { BridgeRequest, DialResult, LegName, OutboundCallRequest } from '../../domain/carrier';
import { ANONYMOUS_CALLER } from '../../domain/inbound';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import { callOf } from '../recordings/recording-spool';
import { type DialTrace, withoutStore } from '../shared/dial-traces';
import { InboundCall } from '../shared/inbound-call';
import type { DialedLeg } from '../shared/leg-row-store';
import type { TransferableCall } from '../shared/leg-services';
import { OutboundCall } from '../shared/outbound-call';
import { TrunkCarrier, type TrunkCarrierOptions } from '../shared/trunk-carrier';
import { SipBridgedCall } from './sip-bridged-call';
import { SipInboundListener } from './sip-inbound-listener';
import type { Admission } from './sip-inbound-offer';
import { SipInboundTransport } from './sip-inbound-transport';
import { SipLegStore } from './sip-leg-store';
import { SipOutboundTransport } from './sip-outbound-transport';
import type { SipRoute } from './sip-route';
import type { SipStack } from './sip-stack';
import { SipTransfer, type TransferChannel } from './sip-transfer';
import type { SipTransportOptions } from './sip-transport';
import type { PlaceCall } from './sip-trunk-attempt';

export interface SipCarrierOptions extends TrunkCarrierOptions {
  readonly sign: (text: string) => string;
  readonly stack: SipStack;
}

interface TransportedDial extends Pick<SipTransportOptions, 'openLeg'> {
  readonly record: SipLegStore;
  readonly call: TransferableCall;
  readonly leg: LegAllocation;
  readonly trace: DialTrace;
}

const NAME = 'sip';
/** Human and inbound calls are one dial. */
const FIRST = 1;

/** Real calls over SIP trunks, by the user agent of this process. */
export class SipCarrier extends TrunkCarrier {
  readonly #listener: SipInboundListener;

  constructor(protected override readonly options: SipCarrierOptions) {
    super(NAME, options);
    this.#listener = new SipInboundListener({
      ...options,
      carrier: NAME,
      timers: REAL_TIMERS,
      admit: (...admitted) => this.#admit(...admitted),
    });
    options.stack.onCall(this.#listener);
  }

  override rejectUnanswered(): Promise<void> {
    return this.#listener.stop();
  }

  /** Can be hung up and looked up at once. */
  override dial(request: OutboundCallRequest): Promise<DialResult> {
    const { reference, leg, number, ringSeconds, attempt } = request;
    if (!leg) return Promise.reject(new Error('a dial over SIP needs a leg'));
    const { stack, legs } = this.options;
    const callId = callOf(reference);
    const trace = this.beginTrace(reference, attempt);
    const record = this.#record(leg, { callId, attempt, kind: 'contact', phoneNumber: number }, trace);
    const transport = new SipOutboundTransport({
      ...this.#transport({ record, call: request, leg, trace, openLeg: () => stack.legPool.acquire() }),
      place: (...placed) => stack.call(...placed),
      routes: this.#routes(leg),
      number,
      ringSeconds,
      // When unknown it counts as silent, so that no silent target is tried repeatedly.
      hadNoResponse: async () => attempt > 1 && (await legs.hadNoResponse(callId).catch(() => true)),
    });
    const call = new OutboundCall(transport, { ...this.services.agentCall(request, leg), record });
    return this.start(reference, call, trace).result;
  }

  override bridge(request: BridgeRequest): Promise<DialResult> {
    const { reference, legs } = request;
    if (!legs) return Promise.reject(new Error('a human call over SIP needs two legs'));
    const { stack, channels, now } = this.options;
    const dialed = { callId: callOf(reference), attempt: FIRST };
    const trace = this.beginTrace(reference, FIRST);
    const side = (kind: LegName) => {
      const leg = { ...dialed, kind, phoneNumber: request[kind], isSecond: kind === 'contact' };
      return { routes: this.#routes(legs[kind]), record: this.#record(legs[kind], leg, trace) };
    };
    const call = new SipBridgedCall(request, {
      counsellor: side('counsellor'),
      contact: side('contact'),
      delayNextSlot: () => channels.delayNextSlot(legs.contact.routes[0].trunkId).catch(() => undefined),
      openLeg: () => stack.legPool.acquire(),
      place: (...placed) => stack.call(...placed),
      events: this.services.events(reference),
      audio: this.options.audio,
      timers: REAL_TIMERS,
      now,
      recording: () => this.services.recording(reference, request.record),
    });
    return this.start(reference, call, trace).result;
  }

  #admit(
    incoming: IncomingCall,
    { interpretation, call: admitted }: Admission,
    callId: string,
    trace: DialTrace,
  ): InboundCall<RtpLeg> {
    const { stack, inbound, now } = this.options;
    const { legId: id, accountId } = admitted;
    const { trunkId, called, caller } = interpretation;
    const leg: LegAllocation = { id, accountId, beganAt: now(), routes: [{ trunkId, callerId: called }] };
    const phoneNumber = caller === ANONYMOUS_CALLER ? null : caller;
    const record = this.#record(leg, { callId, attempt: FIRST, kind: 'inbound', phoneNumber }, trace);
    const transport = new SipInboundTransport(incoming, {
      ...this.#transport({
        record,
        call: { ...admitted, attempt: FIRST },
        leg,
        trace,
        openLeg: () => stack.legs.openRtp(),
      }),
      trunk: stack.trunk(trunkId),
      called,
    });
    const call = new InboundCall(transport, {
      ...this.services.agentCall(admitted, admitted),
      record,
      countRejection: (why) => inbound.countRejection(why),
    });
    return this.start(admitted.reference, call, trace);
  }

  #transport({ record, openLeg, ...dial }: TransportedDial): SipTransportOptions {
    const { stack } = this.options;
    const timers = REAL_TIMERS;
    const place: PlaceCall = (...placed) => stack.call(...placed);
    const channel = (number: string) => this.#channel(dial, number);
    return {
      record,
      openLeg,
      timers,
      transfer: (contact, onProgress) => (numbers, onAnswered) =>
        new SipTransfer({ numbers, contact, channel, openLeg, place, timers, onAnswered, onProgress }),
    };
  }

  #routes({ routes }: LegAllocation): SipRoute[] {
    const { stack } = this.options;
    return routes.map(
      ({ trunkId, callerId }) => stack.trunk(trunkId)?.route(callerId) ?? unreachable(trunkId, callerId),
    );
  }

  #record(leg: LegAllocation, dialed: DialedLeg, trace: DialTrace): SipLegStore {
    return new SipLegStore(this.services.rows(trace), this.options.sign, leg, dialed);
  }

  async #channel(
    { call, leg: { accountId, routes }, trace }: Pick<TransportedDial, 'call' | 'leg' | 'trace'>,
    phoneNumber: string,
  ): Promise<TransferChannel | string> {
    const trunkIds = routes.map(({ trunkId }) => trunkId);
    const found = await this.services.allocateTransferLeg(call, { accountId, trunkIds }, phoneNumber);
    if (typeof found === 'string') return found;
    const { order, leg } = found;
    return { routes: this.#routes(order), record: this.#record(order, leg, withoutStore(trace)) };
  }
}

/** This process closed the trunk between decision and dial. */
function unreachable(trunkId: string, callerId: string): SipRoute {
  return {
    trunkId,
    trunkName: trunkId,
    callerId,
    mediaSources: [],
    targets: () => Promise.resolve([]),
    invite: () => {
      throw new Error('a trunk without targets gets no INVITE');
    },
  };
}
