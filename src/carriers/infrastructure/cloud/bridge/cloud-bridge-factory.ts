import { RING_SECONDS } from '../../../../shared-kernel/ringing';
import { REAL_TIMERS } from '../../../../platform/kernel/time/timers';
import type { BridgeRequest, LegName } from '../../../domain/carrier';
import type { LegAllocation } from '../../../../shared-kernel/leg-allocation';
import type { LegRepository, OpenLeg } from '../../../../trunks';
import type { ActiveCall } from '../../shared/active-call';
import type { DialTrace, DialTraces } from '../../shared/dial-traces';
import type { ChannelOperations } from '../../shared/leg-row-store';
import type { LegServices } from '../../shared/leg-services';
import { callOf } from '../../recordings/recording-spool';
import type { CloudAdapter, CloudCallsApi, CreateBridgeOptions } from '../adapter';
import { CallRegistrations } from '../call-registrations';
import { CloudFailure } from '../cloud-http-client';
import { CloudBridgedCall, type RecoveredCall } from './cloud-bridged-call';
import { CloudLegStore } from '../cloud-leg-store';
import { routesOf } from '../cloud-route';
import type { CloudGateway } from '../gateway/cloud-gateway';

export interface RecoveryOptions {
  readonly adapter: CloudAdapter;
  readonly gateway: CloudGateway;
  readonly traces: DialTraces;
  readonly legs: LegRepository;
  readonly services: LegServices;
  readonly now: () => Date;
  readonly find: (reference: string) => ActiveCall | undefined;
  readonly start: (
    reference: string,
    call: ActiveCall,
    trace: DialTrace,
    registrations: CallRegistrations,
  ) => void;
}

export interface CloudBridgeFactoryOptions extends RecoveryOptions {
  readonly channels: ChannelOperations;
}

/** A human call is one dial. */
const FIRST = 1;

/** Makes and recovers human calls that a cloud carrier bridges. */
export class CloudBridgeFactory {
  constructor(private readonly options: CloudBridgeFactoryOptions) {}

  async recover(reference: string): Promise<CloudBridgedCall | undefined> {
    const { legs, find, adapter, gateway } = this.options;
    const open = await legs.open(callOf(reference), FIRST);
    const counsellor = open.find(({ kind }) => kind === 'counsellor');
    const contact = open.find(({ kind }) => kind === 'contact');
    const [number, contactNumber] = [counsellor?.phoneNumber, contact?.phoneNumber];
    if (!counsellor || !contact || number == null || contactNumber == null) return undefined;
    const active = find(reference);
    if (active) return active instanceof CloudBridgedCall ? active : undefined;
    const { trunkId, carrierCallId, beganAt: since } = counsellor;
    return this.begin(
      // The request gave the carrier the limits of the talk.
      { reference, counsellor: number, contact: contactNumber, ringSeconds: RING_SECONDS, maxTalkSeconds: 0 },
      { counsellor: allocationOf(counsellor), contact: allocationOf(contact) },
      {
        carrierCallId,
        since,
        adapter,
        rest: lazyRestClient(() => gateway.trunkOfAnyState(trunkId)?.rest),
        create: () => (carrierCallId === null ? unreachable() : Promise.resolve(carrierCallId)),
      },
    );
  }

  begin(
    request: Omit<BridgeRequest, 'legs'>,
    legs: NonNullable<BridgeRequest['legs']>,
    recovered?: RecoveredCall,
  ): CloudBridgedCall {
    const { reference } = request;
    const { gateway, traces, now, channels, adapter, services, start } = this.options;
    const dialed = { callId: callOf(reference), attempt: FIRST };
    const trace = traces.begin(dialed);
    const events = services.events(reference);
    const registrations = new CallRegistrations(gateway, events);
    const record = (kind: LegName) =>
      new CloudLegStore(services.rows(trace), legs[kind], {
        ...dialed,
        kind,
        phoneNumber: request[kind],
        isSecond: recovered !== undefined || kind === 'contact',
      });
    const routes = routesOf(gateway, legs.counsellor);
    const [route] = routes;
    const call = new CloudBridgedCall(
      request,
      {
        routes,
        counsellor: record('counsellor'),
        contact: record('contact'),
        isSilent: adapter.statusUpdates === 'final_only',
        events,
        trace,
        now,
        register: registrations.register,
        addresses: (...tokens) => this.#addresses(...tokens),
        delayNextSlot: (trunkId) => channels.delayNextSlot(trunkId).catch(() => undefined),
        timers: REAL_TIMERS,
      },
      recovered && route && { route, call: recovered },
    );
    start(reference, call, trace, registrations);
    return call;
  }

  #addresses(
    token: string,
    contactToken: string,
  ): Pick<CreateBridgeOptions, 'statusUrl' | 'answerUrl' | 'contactUrl' | 'recordingUrl'> | null {
    const { gateway, adapter } = this.options;
    const urls = gateway.addresses(adapter.kind, token, ['status', 'answer', 'recording']);
    const contactUrl = gateway.address(adapter.kind, contactToken, 'status');
    if (!urls || contactUrl === null) return null;
    return { statusUrl: urls.status, answerUrl: urls.answer, recordingUrl: urls.recording, contactUrl };
  }
}

export function allocationOf({ id, accountId, trunkId, shownNumber, beganAt }: OpenLeg): LegAllocation {
  return { id, accountId, beganAt, routes: [{ trunkId, callerId: shownNumber ?? '' }] };
}

/** This process may not have opened the trunk yet. */
export function lazyRestClient(rest: () => CloudCallsApi | undefined): RecoveredCall['rest'] {
  return {
    listCalls: (...given) => rest()?.listCalls(...given) ?? unreachable(),
    endCall: (...given) => rest()?.endCall(...given) ?? unreachable(),
    cancelCall: (...given) => rest()?.cancelCall(...given) ?? unreachable(),
    fetchBridge: (...given) => rest()?.fetchBridge(...given) ?? unreachable(),
  };
}

function unreachable(): Promise<never> {
  return Promise.reject(new CloudFailure({ type: 'request_lost' }, null));
}
