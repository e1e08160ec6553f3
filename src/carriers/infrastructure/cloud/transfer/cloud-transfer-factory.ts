import { REAL_TIMERS } from '../../../../platform/timers';
import { type DialTrace, withoutStore } from '../../shared/dial-traces';
import type { RecordedCall } from '../../../domain/pending-recording';
import { EMPTY_REPORT } from '../../shared/leg-store';
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
  /** Whether the call is recorded. */
  readonly isRecorded: boolean;
  readonly adapter: CloudAdapter;
  readonly gateway: CloudGateway;
  readonly tools: LegServices;
  readonly trace: DialTrace;
  readonly hold: (legId: string, leg: CallbackHandler) => void;
}

/** A contact who talks with the agent. */
export interface TransferSource {
  readonly contact: CloudAnsweredLeg;
  readonly trunk: CloudTrunk;
  /** The carrier's id of the contact's call; null: it is not known. */
  readonly carrierCallId: () => string | null;
  /** Of the contact's leg. */
  readonly token: string;
  readonly tell: (message: string) => void;
  /** Resolves when all that was told so far is stored. */
  readonly stored: () => Promise<void>;
}

/** How the agent of one call hands its contact over. */
export interface TransferControl {
  readonly begin: StartTransfer;
  /** Where the carrier's recording of the two is; null: there is none. */
  recording(): RecordedCall | null;
  /** Leaves contact and person to the carrier, when this process is about to end; false when they do not talk with each other. */
  release(): boolean;
}

/** The transfers of one call: on the trunk that the call is on. */
export class CloudTransferFactory {
  constructor(private readonly options: CloudTransferFactoryOptions) {}

  /** null: the carrier cannot. */
  of({
    contact,
    trunk,
    token,
    carrierCallId: carrierId,
    tell,
    stored,
  }: TransferSource): TransferControl | null {
    const { adapter, gateway: stack, call, isRecorded, trace } = this.options;
    const tokens = new Set([token]);
    const rest = trunk.traced((direction, text) => {
      // Whoever reads a trace must not be taken for the carrier.
      const hidden = [...tokens].reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
      trace.note(direction, trunk.name, hidden);
    });
    const urls = stack.addresses(adapter.kind, token, ['answer', 'media', 'recording']);
    const { dialResponse: handOver } = adapter;
    if (!handOver || !rest.redirectCall || !urls) return null;
    const redirect = rest.redirectCall.bind(rest);
    const answeredMs = performance.now();
    let running: CloudTransfer | null = null;
    const begin: StartTransfer = (numbers, taken) =>
      (running = new CloudTransfer({
        numbers,
        contact,
        carrierCallId: carrierId,
        adapter,
        rest,
        redirect,
        handOver,
        taken,
        tell,
        stored,
        isRecorded,
        connect: adapter.streamResponse(urls.media),
        answerUrl: urls.answer,
        recordingUrl: urls.recording,
        target: (number) => this.#person(trunk, number, tokens),
        leftSeconds: () => call.talk.maxSeconds - (performance.now() - answeredMs) / 1_000,
        timers: REAL_TIMERS,
        nowMs: () => performance.now(),
      }));
    const recording = () => {
      const id = carrierId();
      return isRecorded && id !== null ? { trunkId: trunk.id, carrierId: id } : null;
    };
    return { begin, recording, release: () => running?.release() ?? false };
  }

  /** A channel for a person; else why there is none. Never rejects. */
  async #person(trunk: CloudTrunk, number: string, tokens: Set<string>): Promise<TransferTarget | string> {
    const { adapter, gateway: stack, tools, call, accountId, trace, hold } = this.options;
    const taken = await tools.allocateTransferLeg(call, { accountId, trunkIds: [trunk.id] }, number);
    if (typeof taken === 'string') return taken;
    const { order, leg } = taken;
    const record = new CloudLegStore(tools.rows(withoutStore(trace)), order, leg);
    const token = await record.issueToken().catch(() => null);
    const urls = token === null ? null : stack.addresses(adapter.kind, token, ['status', 'next']);
    if (token === null || !urls) {
      await record.ended(EMPTY_REPORT);
      return 'The leg of the person could not be stored.';
    }
    tokens.add(token);
    return {
      record,
      from: order.routes[0].callerId,
      statusUrl: urls.status,
      nextUrl: urls.next,
      hold: (one) => {
        hold(record.id, one);
      },
    };
  }
}
