import type { StreamLeg } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { OutboundCallRequest } from '../../domain/carrier';
import type { AttemptEvents, OutboundAnswer, OutboundTransport, TransferControl } from '../shared/transports';
import { PreparedAttempt } from '../shared/prepared-attempt';
import { NOT_RESOLVED, type TrunkAttempt, type TrunkAttemptResult } from '../shared/trunk-failover';
import type { DialTrace } from '../shared/dial-traces';
import type { CreateCallOptions } from './adapter';
import type { CloudLegStore } from './cloud-leg-store';
import type { CloudRoute } from './cloud-route';
import type { CloudTrunk } from './cloud-trunk';
import { type CloudAnswer, CloudTrunkAttempt } from './cloud-trunk-attempt';
import type { CallbackHandler } from './gateway/callback-handler';
import type { TransferSource } from './transfer/cloud-transfer-factory';

export interface CloudTransportOptions {
  readonly record: CloudLegStore;
  readonly openLeg: () => Promise<StreamLeg>;
  readonly register: (legId: string, handler: CallbackHandler) => void;
  /** null: the carrier cannot transfer. */
  readonly transferControl: (contact: TransferSource) => TransferControl | null;
  readonly timers: Timers;
}

export interface CloudOutboundTransportOptions extends CloudTransportOptions {
  readonly request: Pick<OutboundCallRequest, 'number' | 'ringSeconds'>;
  readonly routes: readonly CloudRoute[];
  /** null: carriers cannot reach this process. */
  readonly addresses: (
    token: string,
  ) => Pick<CreateCallOptions, 'statusUrl' | 'answerUrl' | 'mediaUrl'> | null;
  readonly trace: DialTrace;
  readonly now: () => Date;
}

/** Places calls by a carrier's API, with audio over its media stream. */
export class CloudOutboundTransport implements OutboundTransport<CloudRoute, StreamLeg> {
  readonly noMediaReason = 'there is no thread for its audio';
  readonly maxGiveUpMs = null;
  readonly routes: readonly CloudRoute[];

  constructor(private readonly options: CloudOutboundTransportOptions) {
    this.routes = options.routes;
  }

  openMedia(): Promise<StreamLeg | null> {
    return this.options.openLeg().catch(() => null);
  }

  attempt(
    { trunk, callerId }: CloudRoute,
    leg: StreamLeg,
    events: AttemptEvents,
  ): TrunkAttempt<OutboundAnswer> {
    const { record, addresses, register, request } = this.options;
    return new PreparedAttempt<OutboundAnswer>(async () => {
      if (!trunk) return NOT_RESOLVED;
      const token = await record.issueToken().catch(() => null);
      if (token === null) return { kind: 'not_sent' };
      const urls = addresses(token);
      if (!urls) return NOT_RESOLVED;
      return () => {
        const { number: to, ringSeconds } = request;
        const order = { to, from: callerId, ringSeconds, ...urls };
        const attempt = this.#request(trunk, token, order, leg, events);
        register(record.id, attempt);
        return {
          ended: attempt.ended.then((result) => this.#answerOf(result, attempt, { trunk, token }, events)),
          giveUp: () => attempt.giveUp(),
        };
      };
    });
  }

  #request(
    trunk: CloudTrunk,
    token: string,
    request: CreateCallOptions,
    leg: StreamLeg,
    events: AttemptEvents,
  ): CloudTrunkAttempt {
    const { record, trace, timers, now } = this.options;
    return new CloudTrunkAttempt({
      leg,
      timers,
      now,
      request,
      adapter: trunk.adapter,
      rest: trunk.withTrace(trace, [token]),
      isOthers: (carrierCallId) => record.isKnown(trunk.id, carrierCallId),
      onCallId: (carrierCallId) => {
        events.onCallId(carrierCallId);
        void record.storeCarrierCallId(carrierCallId);
      },
      onRinging: () => {
        record.rang();
        events.onRinging();
      },
      onAnswered: () => {
        void record.storeAnswer();
        events.onAnswered();
      },
    });
  }

  #answerOf(
    result: TrunkAttemptResult<CloudAnswer>,
    attempt: CloudTrunkAttempt,
    source: Pick<TransferSource, 'trunk' | 'token'>,
    { onTransfer }: AttemptEvents,
  ): TrunkAttemptResult<OutboundAnswer> {
    if (result.kind !== 'answered' || 'lost' in result) return result;
    const { leg, answeredAt } = result;
    const carrierCallId = () => attempt.carrierCallId;
    const transfer = this.options.transferControl({
      ...source,
      contact: leg,
      carrierCallId,
      onProgress: onTransfer,
    });
    return { kind: 'answered', contact: { leg, answeredAt, transfer } };
  }
}
