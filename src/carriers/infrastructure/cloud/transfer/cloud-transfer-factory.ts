import { REAL_TIMERS } from '../../../../platform/timers';
import { type DialTrace, withoutStore } from '../../shared/dial-traces';
import { EMPTY_REPORT } from '../../shared/leg-store';
import type { TransferControl } from '../../shared/transports';
import type { LegServices, TransferableCall } from '../../shared/leg-services';
import type { StartTransfer } from '../../../../voice';
import type { CloudAdapter } from '../adapter';
import { CloudLegStore } from '../cloud-leg-store';
import type { CloudAnsweredLeg } from '../cloud-answered-leg';
import type { CloudGateway } from '../gateway/cloud-gateway';
import { type TransferTarget, CloudTransfer } from './cloud-transfer';
import type { CloudTrunk } from '../cloud-trunk';
import type { CallbackHandler } from '../gateway/callback-handler';

export interface CloudTransferFactoryOptions {
  readonly call: TransferableCall;
  readonly accountId: string;
  readonly isRecorded: boolean;
  readonly adapter: CloudAdapter;
  readonly gateway: CloudGateway;
  readonly services: LegServices;
  readonly trace: DialTrace;
  readonly register: (legId: string, handler: CallbackHandler) => void;
}

export interface TransferSource {
  readonly contact: CloudAnsweredLeg;
  readonly trunk: CloudTrunk;
  /** The id of the contact's call; null: unknown. */
  readonly carrierCallId: () => string | null;
  readonly token: string;
  readonly onProgress: (message: string) => void;
}

/** Transfers of one call, over its trunk. */
export class CloudTransferFactory {
  constructor(private readonly options: CloudTransferFactoryOptions) {}

  /** null: the carrier cannot transfer. */
  of({ trunk, token, ...source }: TransferSource): TransferControl | null {
    const { adapter, gateway, call, isRecorded, trace } = this.options;
    const { carrierCallId } = source;
    const tokens = new Set([token]);
    const rest = trunk.withTrace(trace, tokens);
    const urls = gateway.addresses(adapter.kind, token, ['answer', 'media', 'recording']);
    const { dialResponse } = adapter;
    if (!dialResponse || !rest.redirectCall || !urls) return null;
    const redirect = rest.redirectCall.bind(rest);
    const answeredMs = performance.now();
    let running: CloudTransfer | null = null;
    const begin: StartTransfer = (numbers, onAnswered) =>
      (running = new CloudTransfer({
        ...source,
        numbers,
        adapter,
        rest,
        redirect,
        dialResponse,
        onAnswered,
        isRecorded,
        streamResponse: adapter.streamResponse(urls.media),
        answerUrl: urls.answer,
        recordingUrl: urls.recording,
        target: (number) => this.#target(trunk, number, tokens),
        remainingSeconds: () => call.talk.maxSeconds - (performance.now() - answeredMs) / 1_000,
        timers: REAL_TIMERS,
      }));
    const recording = () => {
      const id = carrierCallId();
      return isRecorded && id !== null ? { trunkId: trunk.id, carrierCallId: id } : null;
    };
    return { begin, recording, detach: () => running?.detach() ?? false };
  }

  /** Occupies a channel; else a sentence for the timeline. Never rejects. */
  async #target(trunk: CloudTrunk, number: string, tokens: Set<string>): Promise<TransferTarget | string> {
    const { adapter, gateway, services, call, accountId, trace, register } = this.options;
    const found = await services.allocateTransferLeg(call, { accountId, trunkIds: [trunk.id] }, number);
    if (typeof found === 'string') return found;
    const { order, leg } = found;
    const record = new CloudLegStore(services.rows(withoutStore(trace)), order, leg);
    const token = await record.issueToken().catch(() => null);
    const urls = token === null ? null : gateway.addresses(adapter.kind, token, ['status', 'next']);
    if (token === null || !urls) {
      await record.storeEnd(EMPTY_REPORT);
      return 'The leg of the person could not be stored.';
    }
    tokens.add(token);
    return {
      record,
      from: order.routes[0].callerId,
      statusUrl: urls.status,
      nextUrl: urls.next,
      register: (handler) => register(record.id, handler),
    };
  }
}
