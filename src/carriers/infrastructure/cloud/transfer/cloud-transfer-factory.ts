import { REAL_TIMERS } from '../../../../platform/kernel/time/timers';
import { type DialTrace, withoutStore } from '../../shared/dial-traces';
import { EMPTY_REPORT } from '../../shared/leg-store';
import type { TransferControl } from '../../shared/transports';
import type { LegServices, TransferableCall } from '../../shared/leg-services';
import type { StartTransfer } from '../../../../voice';
import type { CallbackResponse, CloudAdapter, DialTarget } from '../adapter';
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

type RungTarget = Omit<DialTarget, 'maxTalkSeconds' | 'record' | 'recordingUrl'>;

/** Transfers of one call, over its trunk. */
export class CloudTransferFactory {
  constructor(private readonly options: CloudTransferFactoryOptions) {}

  /** null: the carrier cannot transfer. */
  of({ trunk, token, carrierCallId, ...source }: TransferSource): TransferControl | null {
    const { adapter, gateway, call, isRecorded, trace } = this.options;
    const tokens = new Set([token]);
    const rest = trunk.withTrace(trace, tokens);
    const urls = gateway.addresses(adapter.kind, token, ['answer', 'media', 'recording']);
    const { dialResponse } = adapter;
    if (!dialResponse || !rest.redirectCall || !urls) return null;
    const redirect = rest.redirectCall.bind(rest);
    const answeredMs = performance.now();
    let running: CloudTransfer | null = null;
    const dial = (target: RungTarget) => {
      const leftSeconds = call.talk.maxSeconds - (performance.now() - answeredMs) / 1_000;
      const maxTalkSeconds = Math.max(1, Math.ceil(leftSeconds));
      return dialResponse({ ...target, maxTalkSeconds, record: isRecorded, recordingUrl: urls.recording });
    };
    const begin: StartTransfer = (numbers, onAnswered) => {
      const id = carrierCallId();
      return (running = new CloudTransfer({
        ...source,
        // A call without an id cannot be redirected.
        numbers: id === null ? [] : numbers,
        carrierCallId: id ?? '',
        adapter,
        rest,
        onAnswered,
        redirect: (response) => redirect(id ?? '', { response, answerUrl: urls.answer }),
        streamResponse: adapter.streamResponse(urls.media),
        target: (number) => this.#target(trunk, number, tokens, dial),
        timers: REAL_TIMERS,
      }));
    };
    const recording = () => {
      const id = carrierCallId();
      return isRecorded && id !== null ? { trunkId: trunk.id, carrierCallId: id } : null;
    };
    return { begin, recording, detach: () => running?.detach() ?? false };
  }

  /** Occupies a channel; else a sentence for the timeline. Never rejects. */
  async #target(
    trunk: CloudTrunk,
    to: string,
    tokens: Set<string>,
    dial: (target: RungTarget) => CallbackResponse,
  ): Promise<TransferTarget | string> {
    const { adapter, gateway, services, call, accountId, trace, register } = this.options;
    const found = await services.allocateTransferLeg(call, { accountId, trunkIds: [trunk.id] }, to);
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
    const { callerId: from } = order.routes[0];
    return {
      record,
      from,
      dialResponse: (ringSeconds) =>
        dial({ to, from, ringSeconds, statusUrl: urls.status, nextUrl: urls.next }),
      register: (handler) => register(record.id, handler),
    };
  }
}
