import type { TextTalk } from '../../../conversation';
import { newId } from '../../../platform/ids';
import { REAL_TIMERS } from '../../../platform/timers';
import {
  Carrier,
  type CarrierCapabilities,
  type BridgeRequest,
  type DialResult,
  type OutboundCallRequest,
  type CallLookup,
} from '../../domain/carrier';
import { type LegAllocation } from '../../../shared-kernel/leg-allocation';
import { ANONYMOUS_CALLER, type InboundSink } from '../../domain/inbound';
import type { DialTrace, DialTraces } from '../shared/dial-traces';
import type { DialedLeg } from '../shared/leg-row-store';
import { LegServices, type LegServicesOptions } from '../shared/leg-services';
import { callOf } from '../recordings/recording-spool';
import type { VoiceLineFactory } from '../../../voice';
import type { CloudAdapter, InboundCallback as Arrival, CallbackResponse } from './adapter';
import { InboundResponseCache } from './inbound-response-cache';
import { CloudArrival } from './cloud-arrival';
import { CloudBridgedCall } from './bridge/cloud-bridged-call';
import { CloudBridgeFactory, routesOf } from './bridge/cloud-bridge-factory';
import { CloudDial } from './cloud-dial';
import { CloudLegStore } from './cloud-leg-store';
import type { CloudGateway } from './gateway/cloud-gateway';
import type { FollowedTransfer } from './transfer/followed-transfer';
import { TransferRecovery } from './transfer/transfer-recovery';
import { CloudTransferFactory, type CloudTransferFactoryOptions } from './transfer/cloud-transfer-factory';
import type { CloudTrunk } from './cloud-trunk';

export interface CloudCarrierOptions extends LegServicesOptions {
  readonly adapter: CloudAdapter;
  readonly can: CarrierCapabilities;
  readonly talk: TextTalk;
  readonly gateway: CloudGateway;
  readonly traces: DialTraces;
  readonly lines: VoiceLineFactory;
  readonly inbound: InboundSink;
}

/** What this process follows of one reference. */
type ActiveCall = CloudDial | CloudArrival | CloudBridgedCall | FollowedTransfer;

/** An inbound call is one dial. */
const FIRST = 1;
/** What still comes of a leg after its end finds it for so long. */
const LINGER_MS = 60_000;

/** Real calls over the trunks of one cloud carrier. */
export class CloudCarrier extends Carrier {
  override readonly name: string;
  override readonly capabilities: CarrierCapabilities;
  readonly #tools: LegServices;
  readonly #legs = new Map<string, ActiveCall>();
  readonly #arrivals = new Set<CloudArrival>();
  /** Calls that came in and are not over, by trunk and the carrier's id. */
  readonly #answered = new Map<string, CloudArrival>();
  readonly #replies = new InboundResponseCache(REAL_TIMERS);
  readonly #bridgeFactory: CloudBridgeFactory;
  readonly #transferRecovery: TransferRecovery;
  #isStopping = false;

  constructor(private readonly options: CloudCarrierOptions) {
    super();
    this.name = options.adapter.kind;
    this.capabilities = options.can;
    this.#tools = new LegServices(this.name, options);
    const kept = {
      ...options,
      tools: this.#tools,
      find: (reference: string) => this.#legs.get(reference),
      keep: (reference: string, leg: ActiveCall, trace: DialTrace, held: readonly string[]) => {
        this.#keep(reference, leg, trace, held);
      },
    };
    this.#bridgeFactory = new CloudBridgeFactory(kept);
    this.#transferRecovery = new TransferRecovery(kept);
    options.gateway.onCall(this.name, {
      onInbound: (trunk, arrival) =>
        this.#replies.of(arrival.carrierCallId, () => this.#arrive(trunk, arrival)),
      onInboundStatus: async (trunk, word) => {
        await this.#answered.get(keyOf(trunk, word.carrierCallId))?.say(word);
      },
    });
  }

  override dial(request: OutboundCallRequest): Promise<DialResult> {
    const { reference, leg } = request;
    const { gateway: stack, traces, talk, lines, now, adapter } = this.options;
    if (!leg) return Promise.reject(new Error('a dial over a cloud trunk needs a leg'));
    const dialed = { callId: callOf(reference), attempt: request.attempt };
    const trace = traces.begin(dialed);
    const held: string[] = [];
    const hold = this.#holds(held);
    const dial = new CloudDial(request, {
      routes: routesOf(stack, leg),
      record: this.#record(leg, { ...dialed, kind: 'contact', phoneNumber: request.number }, trace),
      openLeg: () => stack.media.openStream(adapter.stream.chunkFrames),
      hold,
      addresses: (token) => {
        const urls = stack.addresses(this.name, token, ['status', 'answer', 'media']);
        return urls && { statusUrl: urls.status, answerUrl: urls.answer, mediaUrl: urls.media };
      },
      transferControl: this.#transferControl(
        { call: request, accountId: leg.accountId, trace, hold },
        request.record,
      ),
      openLine: (brief, tell) => lines.open(brief, tell, this.#tools.streams(leg, reference)),
      events: this.#tools.events(),
      recording: () => this.#tools.recording(reference, request.record),
      trace,
      talk,
      now,
      timers: REAL_TIMERS,
      transcribe: this.#tools.transcribe,
    });
    this.#keep(reference, dial, trace, held);
    return dial.answer;
  }

  /** The carrier joins two phones itself. */
  override bridge(request: BridgeRequest): Promise<DialResult> {
    const { legs } = request;
    if (!legs) return Promise.reject(new Error('a human call over a cloud trunk needs two legs'));
    return this.#bridgeFactory.begin(request, legs).answer;
  }

  /**
   * The audio of an AI call ends with the process that holds it, and the call with its audio. What the carrier holds together goes
   * on: from now on it is followed here.
   */
  override async lookUp(reference: string): Promise<CallLookup> {
    const leg =
      this.#legs.get(reference) ??
      (await this.#bridgeFactory.recover(reference)) ??
      (await this.#transferRecovery.recover(reference));
    const state = leg?.state;
    return { state: state === undefined || state === 'ended' ? 'not_found' : state };
  }

  override detach(reference: string): Promise<boolean> {
    return Promise.resolve(this.#legs.get(reference)?.release() ?? false);
  }

  override hangUp(reference: string): Promise<void> {
    this.#legs.get(reference)?.hangUp();
    return Promise.resolve();
  }

  override waitMs(networkMs: number): number {
    return networkMs;
  }

  override rejectUnanswered(): void {
    this.#isStopping = true;
    for (const arrival of this.#arrivals) arrival.stop();
  }

  override close(): void {
    this.#tools.close();
    for (const leg of this.#legs.values()) leg.drop();
  }

  /** @throws Error when it could not be decided about */
  async #arrive(
    trunk: CloudTrunk,
    { carrierCallId: carrierId, called, caller }: Arrival,
  ): Promise<CallbackResponse> {
    const { inbound, now, legs, adapter } = this.options;
    // Another process has answered it, or this is a request that somebody kept.
    if (this.#isStopping || (await legs.hasCarrierCall(trunk.id, carrierId))) return adapter.rejectResponse;
    const callId = newId('call');
    const reading = { trunkId: trunk.id, called, caller: caller ?? ANONYMOUS_CALLER };
    const verdict = await inbound.decide({
      callId,
      at: now(),
      carrier: this.name,
      interpretations: [reading],
    });
    if (verdict.kind !== 'admitted') return adapter.rejectResponse;
    return this.#answer(trunk, carrierId, callId, caller, verdict.call, called);
  }

  #answer(
    trunk: CloudTrunk,
    carrierId: string,
    callId: string,
    phoneNumber: string | null,
    call: ConstructorParameters<typeof CloudArrival>[0]['call'],
    called: string,
  ): Promise<CallbackResponse> {
    const { gateway: stack, traces, talk, lines, now, inbound, adapter } = this.options;
    const { reference, legId: id, accountId } = call;
    const order: LegAllocation = {
      id,
      accountId,
      beganAt: now(),
      routes: [{ trunkId: trunk.id, callerId: called }],
    };
    const trace = traces.begin({ callId, attempt: FIRST });
    const held: string[] = [];
    const hold = this.#holds(held);
    const transferable = { ...call, attempt: FIRST };
    const arrival = new CloudArrival({
      record: this.#record(order, { callId, attempt: FIRST, kind: 'inbound', phoneNumber }, trace),
      openLeg: () => stack.media.openStream(adapter.stream.chunkFrames),
      openLine: (brief, tell) => lines.open(brief, tell, this.#tools.streams(call, reference)),
      hold,
      mediaUrl: (token) => stack.address(this.name, token, 'media'),
      transferControl: this.#transferControl({ call: transferable, accountId, trace, hold }, call.record),
      recording: () => this.#tools.recording(reference, call.record),
      countRejection: (why) => {
        inbound.countRejection(why);
      },
      events: this.#tools.events(),
      call,
      carrierId,
      trunk,
      talk,
      now,
      timers: REAL_TIMERS,
      transcribe: this.#tools.transcribe,
    });
    this.#arrivals.add(arrival);
    const key = keyOf(trunk, carrierId);
    this.#answered.set(key, arrival);
    void arrival.over.finally(() => this.#answered.delete(key));
    void arrival.reply.then(() => this.#arrivals.delete(arrival));
    this.#keep(reference, arrival, trace, held);
    return arrival.reply;
  }

  #keep(reference: string, leg: ActiveCall, trace: DialTrace, held: readonly string[]): void {
    this.#legs.set(reference, leg);
    void leg.over.finally(() => {
      this.#legs.delete(reference);
      trace.close();
      REAL_TIMERS.after(LINGER_MS, () => {
        for (const legId of held) this.options.gateway.unregister(legId);
      });
    });
  }

  /** From now on callbacks and sockets of a leg find it. */
  #holds(held: string[]): CloudTransferFactoryOptions['hold'] {
    return (legId, one) => {
      held.push(legId);
      this.options.gateway.register(legId, one);
    };
  }

  #transferControl(
    call: Pick<CloudTransferFactoryOptions, 'call' | 'accountId' | 'trace' | 'hold'>,
    isRecorded = true,
  ): CloudTransferFactory['of'] {
    const { adapter, gateway: stack } = this.options;
    const transfers = new CloudTransferFactory({
      ...call,
      isRecorded,
      adapter,
      gateway: stack,
      tools: this.#tools,
    });
    return (contact) => transfers.of(contact);
  }

  #record(order: LegAllocation, dial: DialedLeg, trace: DialTrace): CloudLegStore {
    return new CloudLegStore(this.#tools.rows(trace), order, dial);
  }
}

function keyOf({ id }: CloudTrunk, carrierId: string): string {
  return `${id} ${carrierId}`;
}
