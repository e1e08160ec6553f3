import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import type { BridgeRequest, DialResult, OutboundCallRequest } from '../../domain/carrier';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { AdmittedCall } from '../../domain/inbound';
import type { ActiveCall } from '../shared/active-call';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import type { DialTrace } from '../shared/dial-traces';
import { InboundCall } from '../shared/inbound-call';
import type { DialedLeg } from '../shared/leg-row-store';
import type { TransferableCall } from '../shared/leg-services';
import { OutboundCall } from '../shared/outbound-call';
import { TrunkCarrier, type TrunkCarrierOptions } from '../shared/trunk-carrier';
import { callOf } from '../recordings/recording-spool';
import type { CloudAdapter, InboundCallback } from './adapter';
import { CloudBridgeFactory } from './bridge/cloud-bridge-factory';
import { CallRegistrations } from './call-registrations';
import { type AnsweringCall, CloudInboundListener } from './cloud-inbound-listener';
import { CloudInboundTransport } from './cloud-inbound-transport';
import { CloudLegStore } from './cloud-leg-store';
import { CloudOutboundTransport, type CloudTransportOptions } from './cloud-outbound-transport';
import { routesOf } from './cloud-route';
import type { CloudTrunk } from './cloud-trunk';
import type { CloudGateway } from './gateway/cloud-gateway';
import { CloudTransferFactory } from './transfer/cloud-transfer-factory';
import { TransferRecovery } from './transfer/transfer-recovery';

export interface CloudCarrierOptions extends TrunkCarrierOptions {
  readonly adapter: CloudAdapter;
  readonly gateway: CloudGateway;
}

interface RegisteredCall {
  readonly request: TransferableCall & { readonly record?: boolean };
  readonly accountId: string;
  readonly record: CloudLegStore;
  readonly trace: DialTrace;
  readonly registrations: CallRegistrations;
}

/** An inbound call is one dial. */
const FIRST = 1;

/** Real calls over the trunks of one cloud carrier. */
export class CloudCarrier extends TrunkCarrier {
  readonly #bridgeFactory: CloudBridgeFactory;
  readonly #transferRecovery: TransferRecovery;
  readonly #listener: CloudInboundListener;

  constructor(protected override readonly options: CloudCarrierOptions) {
    super(options.adapter.kind, options);
    const recovery = {
      ...options,
      services: this.services,
      find: (reference: string) => this.find(reference),
      start: (...started: Parameters<CloudCarrier['startRegistered']>) => this.startRegistered(...started),
    };
    this.#bridgeFactory = new CloudBridgeFactory(recovery);
    this.#transferRecovery = new TransferRecovery(recovery);
    this.#listener = new CloudInboundListener({
      ...options,
      admit: (...admitted) => this.#admit(...admitted),
    });
    options.gateway.onCall(this.name, this.#listener);
  }

  override dial(request: OutboundCallRequest): Promise<DialResult> {
    const { reference, leg, attempt } = request;
    if (!leg) return Promise.reject(new Error('a dial over a cloud trunk needs a leg'));
    const { gateway, now } = this.options;
    const dialed = {
      callId: callOf(reference),
      attempt,
      kind: 'contact',
      phoneNumber: request.number,
    } as const;
    const services = this.services.agentCall(request, leg);
    const registered = this.#register(request, leg, dialed, services.events);
    const { record, trace, registrations } = registered;
    const transport = new CloudOutboundTransport({
      ...this.#transport(registered),
      request,
      routes: routesOf(gateway, leg),
      addresses: (token) => {
        const urls = gateway.addresses(this.name, token, ['status', 'answer', 'media']);
        return urls && { statusUrl: urls.status, answerUrl: urls.answer, mediaUrl: urls.media };
      },
      trace,
      now,
    });
    const call = new OutboundCall(transport, { ...services, record });
    this.startRegistered(reference, call, trace, registrations);
    return call.result;
  }

  override bridge(request: BridgeRequest): Promise<DialResult> {
    const { legs } = request;
    if (!legs) return Promise.reject(new Error('a human call over a cloud trunk needs two legs'));
    return this.#bridgeFactory.begin(request, legs).result;
  }

  /** The carrier gets the response. */
  override rejectUnanswered(): Promise<void> {
    this.#listener.stop();
    return Promise.resolve();
  }

  /**
   * An agent's call ends with the process of its audio. Calls that the carrier bridges continue, and are followed
   * here.
   */
  protected override async recover(reference: string): Promise<ActiveCall | undefined> {
    return (await this.#bridgeFactory.recover(reference)) ?? this.#transferRecovery.recover(reference);
  }

  protected startRegistered(
    reference: string,
    call: ActiveCall,
    trace: DialTrace,
    registrations: CallRegistrations,
  ): void {
    this.start(reference, call, trace);
    void call.ended.finally(() => registrations.release());
  }

  #admit(
    trunk: CloudTrunk,
    { carrierCallId, called, caller }: InboundCallback,
    admitted: AdmittedCall,
    callId: string,
  ): AnsweringCall {
    const { gateway, now, inbound } = this.options;
    const { reference, legId: id, accountId } = admitted;
    const leg: LegAllocation = {
      id,
      accountId,
      beganAt: now(),
      routes: [{ trunkId: trunk.id, callerId: called }],
    };
    const dialed = { callId, attempt: FIRST, kind: 'inbound', phoneNumber: caller } as const;
    const services = this.services.agentCall(admitted, admitted);
    const registered = this.#register({ ...admitted, attempt: FIRST }, leg, dialed, services.events);
    const { record, trace, registrations } = registered;
    const transport = new CloudInboundTransport({
      ...this.#transport(registered),
      carrierCallId,
      trunk,
      mediaUrl: (token) => gateway.address(this.name, token, 'media'),
    });
    const call = new InboundCall(transport, {
      ...services,
      record,
      countRejection: (why) => inbound.countRejection(why),
    });
    this.startRegistered(reference, call, trace, registrations);
    return { call, transport, flushed: () => services.events.flushed() };
  }

  #register(
    request: RegisteredCall['request'],
    leg: LegAllocation,
    dialed: DialedLeg,
    events: CarrierEventQueue,
  ): RegisteredCall {
    const { callId, attempt } = dialed;
    const trace = this.options.traces.begin({ callId, attempt });
    const record = new CloudLegStore(this.services.rows(trace), leg, dialed);
    const registrations = new CallRegistrations(this.options.gateway, events);
    return { request, accountId: leg.accountId, record, trace, registrations };
  }

  #transport({ request, accountId, record, trace, registrations }: RegisteredCall): CloudTransportOptions {
    const { gateway, adapter } = this.options;
    const { register } = registrations;
    const transfers = new CloudTransferFactory({
      call: request,
      accountId,
      isRecorded: request.record ?? true,
      adapter,
      gateway,
      services: this.services,
      trace,
      register,
    });
    return {
      record,
      openLeg: () => gateway.media.openStream(adapter.stream.chunkFrames),
      register,
      transferControl: (contact) => transfers.of(contact),
      timers: REAL_TIMERS,
    };
  }
}
