import { RING_SECONDS } from '../../../../shared-kernel/ringing';
import { REAL_TIMERS } from '../../../../platform/timers';
import type { BridgeRequest, LegName } from '../../../domain/carrier';
import type { LegAllocation } from '../../../../shared-kernel/leg-allocation';
import type { LegRepository, OpenLeg } from '../../../../trunks';
import type { DialTrace, DialTraces } from '../../shared/dial-traces';
import type { ChannelOperations } from '../../shared/leg-row-store';
import type { LegServices } from '../../shared/leg-services';
import { callOf } from '../../recordings/recording-spool';
import type { CloudAdapter, CloudCallsApi } from '../adapter';
import { CloudFailure } from '../cloud-http-client';
import { CloudBridgedCall, type RecoveredCall } from './cloud-bridged-call';
import type { CloudRoute } from '../cloud-dial';
import { CloudLegStore } from '../cloud-leg-store';
import type { CloudGateway } from '../gateway/cloud-gateway';

export interface CloudBridgeFactoryOptions {
  readonly adapter: CloudAdapter;
  readonly gateway: CloudGateway;
  readonly traces: DialTraces;
  readonly legs: LegRepository;
  readonly channels: ChannelOperations;
  readonly tools: LegServices;
  readonly now: () => Date;
  /** What this process holds of a reference. */
  readonly find: (reference: string) => object | undefined;
  /** From now on it is found by its reference; `held` are the legs that callbacks find. */
  readonly keep: (
    reference: string,
    connect: CloudBridgedCall,
    trace: DialTrace,
    held: readonly string[],
  ) => void;
}

/** A human call is one dial. */
const FIRST = 1;

/** Human calls that a cloud carrier joins: those of this process, and those that it takes over. */
export class CloudBridgeFactory {
  constructor(private readonly options: CloudBridgeFactoryOptions) {}

  /** A call that the carrier joins, and whose process is gone. */
  async recover(reference: string): Promise<CloudBridgedCall | undefined> {
    const open = await this.options.legs.open(callOf(reference), FIRST);
    const [counsellor, contact] = (['counsellor', 'contact'] as const).map((who) =>
      open.find(({ kind }) => kind === who),
    );
    const [number, other] = [counsellor?.phoneNumber, contact?.phoneNumber];
    if (!counsellor || !contact || number == null || other == null) return undefined;
    const held = this.options.find(reference);
    if (held) return held instanceof CloudBridgedCall ? held : undefined;
    const orderOf = ({ id, accountId, trunkId, shownNumber, beganAt }: OpenLeg): LegAllocation => ({
      id,
      accountId,
      beganAt,
      routes: [{ trunkId, callerId: shownNumber ?? '' }],
    });
    const { trunkId, carrierId, beganAt: since } = counsellor;
    const trunkOf = () => this.options.gateway.trunkOfAnyState(trunkId);
    return this.begin(
      // The carrier was told the limits, and keeps them.
      { reference, counsellor: number, contact: other, ringSeconds: RING_SECONDS, maxTalkSeconds: 0 },
      { counsellor: orderOf(counsellor), contact: orderOf(contact) },
      {
        carrierCallId: carrierId,
        since,
        adapter: this.options.adapter,
        rest: lazyRestClient(() => trunkOf()?.rest),
        ask: () =>
          carrierId === null
            ? Promise.reject(new CloudFailure({ type: 'request_lost' }, null))
            : Promise.resolve(carrierId),
      },
    );
  }

  begin(
    request: Omit<BridgeRequest, 'legs'>,
    legs: NonNullable<BridgeRequest['legs']>,
    known?: RecoveredCall,
  ): CloudBridgedCall {
    const { reference } = request;
    const { gateway: stack, traces, now, channels, adapter, tools } = this.options;
    const dialed = { callId: callOf(reference), attempt: FIRST };
    const trace = traces.begin(dialed);
    const held: string[] = [];
    const record = (who: LegName) =>
      new CloudLegStore(tools.rows(trace), legs[who], {
        ...dialed,
        phoneNumber: request[who],
        kind: who,
        isSecond: known !== undefined || who === 'contact',
      });
    const routes = routesOf(stack, legs.counsellor);
    const [route] = routes;
    const connect = new CloudBridgedCall(
      request,
      {
        routes,
        counsellor: record('counsellor'),
        contact: record('contact'),
        isSilent: adapter.statusUpdates === 'final_only',
        events: tools.events(),
        trace,
        now,
        hold: (legId, one) => {
          held.push(legId);
          stack.register(legId, one);
        },
        addresses: (token, contactToken) => {
          const [statusUrl, answerUrl, recordingUrl] = (['status', 'answer', 'recording'] as const).map(
            (what) => stack.address(adapter.kind, token, what),
          );
          const contactUrl = stack.address(adapter.kind, contactToken, 'status');
          return statusUrl && answerUrl && recordingUrl && contactUrl
            ? { statusUrl, answerUrl, recordingUrl, contactUrl }
            : null;
        },
        delayNextSlot: (trunkId) => channels.delayNextSlot(trunkId).catch(() => undefined),
        timers: REAL_TIMERS,
        nowMs: () => performance.now(),
      },
      known && route && { route, call: known },
    );
    this.options.keep(reference, connect, trace, held);
    return connect;
  }
}

/** The trunks that a leg may take. */
export function routesOf(stack: CloudGateway, { routes }: LegAllocation): CloudRoute[] {
  return routes.map(({ trunkId, callerId }) => {
    const trunk = stack.trunk(trunkId);
    return { trunkId, callerId, trunk, trunkName: trunk?.name ?? trunkId };
  });
}

/** The requests over a trunk that this process may not have opened yet. */
export function lazyRestClient(rest: () => CloudCallsApi | undefined): RecoveredCall['rest'] {
  const away = () => Promise.reject(new CloudFailure({ type: 'request_lost' }, null));
  return {
    listCalls: (...given) => rest()?.listCalls(...given) ?? away(),
    endCall: (...given) => rest()?.endCall(...given) ?? away(),
    cancelCall: (...given) => rest()?.cancelCall(...given) ?? away(),
    fetchBridge: (...given) => rest()?.fetchBridge(...given) ?? away(),
  };
}
