import type { TextTalk } from '../../../conversation';
import {
  Carrier,
  type CarrierCapabilities,
  type CarrierEvent,
  type BridgeRequest,
  type DialResult,
  type OutboundCallRequest,
  type CarrierEventSink,
  type LegEnd,
  type CallLookup,
} from '../../domain/carrier';
import { simulatedContactFor } from './cast';
import { endingOf } from './endings';
import { CarrierEventQueues } from '../shared/carrier-event-queue';
import { Leg, type Network } from './leg';
import { SimulatedBridge, talkUntil } from './simulated-bridge';
import type { SimulatedCall } from './simulated-call';
import { REAL_TIMERS, type Timers } from '../../../platform/kernel/time/timers';

/** How long ended legs can be looked up, and how many. */
const RETENTION_MS = 10 * 60_000;
const MAX_REMEMBERED = 20_000;
/** Dials of a number ending in 0009 that are refused before one succeeds. */
const REFUSED_DIALS = 2;

/** This network has no id of its own beside our reference. */
const ACCEPTED: DialResult = { kind: 'accepted', carrierCallId: null };

export interface SimulatorOptions {
  /** How many times faster than real time; at `Infinity` waits are instant. */
  readonly speed: number;
  readonly now?: () => Date;
  readonly timers?: Timers;
  readonly name: string;
  readonly capabilities: CarrierCapabilities;
}

/** How a leg ended. Of a human call the request stays, from which the long talk can be recomputed. */
interface Ended {
  readonly end: LegEnd;
  readonly talked: BridgeRequest | null;
  readonly untilMs: number;
}

/**
 * The simulated telephone network. The last four digits of a number decide what happens; the whole number and the
 * script decide who answers. It knows only legs of this process.
 */
export class SimulatorCarrier extends Carrier {
  override readonly name: string;
  override readonly capabilities: CarrierCapabilities;

  readonly #network: Network;
  readonly #closed = new AbortController();
  readonly #running = new Map<string, SimulatedCall>();
  readonly #queues: CarrierEventQueues;
  /** Sorted by their end. */
  readonly #ended = new Map<string, Ended>();

  constructor(
    events: CarrierEventSink,
    talk: TextTalk,
    { speed, now = () => new Date(), timers = REAL_TIMERS, name, capabilities }: SimulatorOptions,
  ) {
    super();
    this.name = name;
    this.capabilities = capabilities;
    this.#network = { speed, timers, now, talk };
    const deliver = (event: CarrierEvent) => events.accept(name, event);
    this.#queues = new CarrierEventQueues(deliver, timers, this.#closed.signal);
  }

  /** Idempotent: a repeated reference gets the same answer and no second leg. */
  override dial(request: OutboundCallRequest): Promise<DialResult> {
    const { reference, number, attempt } = request;
    if (this.#closed.signal.aborted) {
      return Promise.resolve({ kind: 'refused', temporary: true, reason: 'The simulated network is closed' });
    }
    const ending = endingOf(number);
    if (ending === 'refused_twice' && attempt <= REFUSED_DIALS) {
      return Promise.resolve({
        kind: 'refused',
        temporary: true,
        reason: 'The carrier has no free channel right now',
      });
    }
    if (this.#running.has(reference) || this.#ended.has(reference)) return Promise.resolve(ACCEPTED);
    const leg = new Leg(
      request,
      ending,
      this.#network,
      this.#queues.open(reference),
      () => simulatedContactFor(number, ending, request.talk),
      (end) => this.#remember(reference, end, null),
    );
    this.#running.set(reference, leg);
    leg.start();
    return Promise.resolve(ACCEPTED);
  }

  /** Idempotent like `dial`. */
  override bridge(request: BridgeRequest): Promise<DialResult> {
    const { reference } = request;
    if (this.#running.has(reference) || this.#ended.has(reference)) return Promise.resolve(ACCEPTED);
    const { statusUpdates, reportsUnansweredLeg } = this.capabilities;
    const bridge = new SimulatedBridge(
      request,
      { ...this.#network, statusUpdates, reportsUnansweredLeg },
      this.#queues.open(reference),
      ({ transcribedRecording, ...end }) =>
        this.#remember(reference, end, transcribedRecording ? request : null),
    );
    this.#running.set(reference, bridge);
    bridge.start();
    return Promise.resolve(ACCEPTED);
  }

  override lookUp(reference: string): Promise<CallLookup> {
    if (this.#queues.isDelivering(reference)) return Promise.resolve({ state: 'reporting' });
    const running = this.#running.get(reference);
    if (running) return Promise.resolve({ state: running.status === 'answered' ? 'answered' : 'in_transit' });
    const ended = this.#ended.get(reference);
    return Promise.resolve(ended ? { state: 'ended', end: wholeEnd(ended) } : { state: 'not_found' });
  }

  override hangUp(reference: string): Promise<void> {
    this.#running.get(reference)?.hangUp();
    return Promise.resolve();
  }

  override waitMs(networkMs: number): number {
    return networkMs / this.#network.speed;
  }

  /** At `max` speed a talk is instant, so the talk of a dead process counts with its real duration. */
  override networkMs(realMs: number): number {
    const { speed } = this.#network;
    return speed === Infinity ? realMs : realMs * speed;
  }

  override close(): void {
    this.#closed.abort();
    for (const leg of this.#running.values()) leg.drop();
    this.#running.clear();
    this.#ended.clear();
  }

  #remember(reference: string, end: Ended['end'], talked: Ended['talked']): void {
    const nowMs = this.#network.now().getTime();
    this.#running.delete(reference);
    this.#ended.set(reference, { end, talked, untilMs: nowMs + RETENTION_MS });
    for (const [oldest, { untilMs }] of this.#ended) {
      if (untilMs > nowMs && this.#ended.size <= MAX_REMEMBERED) break;
      this.#ended.delete(oldest);
    }
  }
}

function wholeEnd({ end, talked }: Ended): LegEnd {
  return talked && end.talkMs !== null
    ? { ...end, transcribedRecording: talkUntil(talked, end.talkMs) }
    : end;
}
