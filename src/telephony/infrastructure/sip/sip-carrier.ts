import type { TextTalk } from '../../../conversation';
import { newId } from '../../../platform/ids';
import {
  Carrier,
  type CarrierCapabilities,
  type DialAnswer,
  type DialRequest,
  type FactSink,
  type LookUp,
} from '../../domain/carrier';
import type { InboundSink, InboundVerdict } from '../../domain/inbound';
import type { IncomingCall } from '../../../sip';
import { FactQueue } from '../fact-queue';
import type { LegRepository } from '../leg.repository';
import { REAL_TIMERS } from '../../../platform/timers';
import type { VoiceLines } from '../voice/voice-lines';
import { callOf, type LiveRecordings } from '../voice/live-recordings';
import { SipArrival, type TakenParts } from './sip-arrival';
import { SipDial } from './sip-dial';
import type { DialRecording } from './sip-dial-parts';
import { type DialChannels, SipLegRecord } from './sip-leg-record';
import type { SipRoute } from './sip-route';
import type { SipStack } from './sip-stack';
import type { DialTrace, SipTraces } from './sip-traces';

export interface SipCarrierParts {
  readonly can: CarrierCapabilities;
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  readonly sign: (text: string) => string;
  readonly stack: SipStack;
  readonly legs: LegRepository;
  readonly channels: DialChannels;
  readonly recordings: LiveRecordings;
  readonly traces: SipTraces;
  readonly lines: VoiceLines;
  readonly inbound: InboundSink;
}

const NAME = 'sip';
/** An inbound call is one dial. */
const FIRST = 1;

type Taken = Extract<InboundVerdict, { kind: 'taken' }>;
/** A process that stops waits so long for what is stored of callers whom it refused. */
const REFUSED_WITHIN_MS = 3_000;

/** Real calls over SIP trunks, by the user agent of this process. */
export class SipCarrier extends Carrier {
  override readonly name = NAME;
  override readonly capabilities: CarrierCapabilities;
  readonly #legs = new Map<string, SipDial | SipArrival>();
  /** Calls that came in and are not answered yet. */
  readonly #arrivals = new Set<SipArrival>();
  readonly #closed = new AbortController();

  constructor(private readonly parts: SipCarrierParts) {
    super();
    this.capabilities = parts.can;
    parts.stack.onCall({
      take: (call) => {
        this.#take(call);
      },
      stop: () => this.#turnAway(),
    });
  }

  /** Waits for nothing before the dial is known: it can be hung up, and looked up, from the order on. */
  override dial(request: DialRequest): Promise<DialAnswer> {
    const { reference, leg } = request;
    const { stack } = this.parts;
    if (!leg) return Promise.reject(new Error('a dial over SIP needs a leg'));
    const callId = callOf(reference);
    const trace = this.parts.traces.begin({ callId, attempt: request.attempt });
    const dial = new SipDial(request, {
      routes: leg.routes.map(
        ({ trunkId, callerId }) => stack.trunk(trunkId)?.route(callerId) ?? gone(trunkId, callerId),
      ),
      record: new SipLegRecord({ ...this.parts, trace, newId: () => newId('leg') }, leg, {
        ...{ callId, attempt: request.attempt, phoneNumber: request.number },
      }),
      openLeg: () => stack.spare.take(),
      place: (options, handlers) => stack.call(options, handlers),
      talk: this.parts.talk,
      openLine: (brief, tell) => this.parts.lines.open(brief, tell),
      facts: this.#facts(),
      timers: REAL_TIMERS,
      now: this.parts.now,
      // Not known: taken for silent, so that no silent target is asked again and again.
      wasSilent: async () =>
        request.attempt > 1 && (await this.parts.legs.wasSilent(callId).catch(() => true)),
      recording: () => (request.record === false ? Promise.resolve(null) : this.#recording(reference)),
    });
    this.#legs.set(reference, dial);
    void dial.over.finally(() => {
      this.#legs.delete(reference);
      trace.close();
    });
    return dial.answer;
  }

  /** Human calls are not bridged here yet; nothing dispatches them to this carrier. */
  override connectTwo(): Promise<DialAnswer> {
    return Promise.resolve({ kind: 'refused', temporary: false, reason: 'it connects no human calls' });
  }

  /** Nobody but this process knows its calls. */
  override lookUp(reference: string): Promise<LookUp> {
    const state = this.#legs.get(reference)?.state;
    return Promise.resolve({ state: state === undefined || state === 'ended' ? 'no_trace' : state });
  }

  override hangUp(reference: string): Promise<void> {
    this.#legs.get(reference)?.hangUp();
    return Promise.resolve();
  }

  override waitMs(networkMs: number): number {
    return networkMs;
  }

  override close(): void {
    this.#closed.abort();
    for (const leg of this.#legs.values()) leg.drop();
  }

  /** A call that comes in: which trunk it belongs to is found out by the number that is called. */
  #take(incoming: IncomingCall): void {
    const { stack, traces, lines, talk, now, inbound } = this.parts;
    const trunks = stack.trunksOf(incoming.source.address);
    const callId = newId('call');
    const trace = traces.begin({ callId, attempt: FIRST });
    trace.follow(incoming.callId, trunks[0]?.name ?? '', incoming.text);
    const readings = trunks.flatMap((trunk) => trunk.read(incoming) ?? []);
    const at = now();
    let reference = '';
    const arrival = new SipArrival(incoming, {
      decide: async () => {
        const verdict = await inbound.take({ callId, at, carrier: NAME, readings });
        if (verdict.kind !== 'unrecorded') {
          trace.follow(incoming.callId, stack.trunk(verdict.reading.trunkId)?.name ?? '');
        }
        return verdict;
      },
      refused: (why) => {
        inbound.refused(why);
      },
      hold: (taken) => {
        ({ reference } = taken.call);
        this.#legs.set(reference, arrival);
        return this.#held(taken, callId, trace);
      },
      openLeg: () => stack.legs.openRtp(),
      openLine: (brief, tell) => lines.open(brief, tell),
      ...{ trace, talk, now, timers: REAL_TIMERS },
    });
    this.#arrivals.add(arrival);
    void arrival.settled.then(() => this.#arrivals.delete(arrival));
    void arrival.over.finally(() => {
      this.#legs.delete(reference);
      trace.close();
    });
  }

  #held({ reading, call }: Taken, callId: string, trace: DialTrace): TakenParts {
    const { reference, legId: id, accountId, record } = call;
    const { trunkId, called, caller } = reading;
    const order = {
      id,
      accountId,
      beganAt: this.parts.now(),
      routes: [{ trunkId, callerId: called }] as const,
    };
    return {
      trunk: this.parts.stack.trunk(trunkId),
      record: new SipLegRecord({ ...this.parts, trace, newId: () => newId('leg') }, order, {
        ...{ callId, attempt: FIRST, phoneNumber: caller },
      }),
      facts: this.#facts(),
      recording: () => (record ? this.#recording(reference) : Promise.resolve(null)),
    };
  }

  /** Refuses callers who are not answered yet; waits until that is stored, but not for long. */
  async #turnAway(): Promise<void> {
    for (const arrival of this.#arrivals) arrival.stop();
    let stop: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      stop = REAL_TIMERS.after(REFUSED_WITHIN_MS, resolve);
    });
    await Promise.race([late, Promise.all([...this.#arrivals].map(({ settled }) => settled))]);
    stop();
  }

  #facts(): FactQueue {
    return new FactQueue((fact) => this.parts.facts.take(NAME, fact), REAL_TIMERS, this.#closed.signal);
  }

  async #recording(reference: string): Promise<DialRecording | null> {
    const { recordings } = this.parts;
    const path = await recordings.pathOf(reference).catch(() => null);
    if (path === null) return null;
    return {
      path,
      store: (file) => recordings.store(reference, file),
      told: (file) => void recordings.told(reference, file),
    };
  }
}

/** A trunk that this process lost between the decision and the dial: it cannot be reached. */
function gone(trunkId: string, callerId: string): SipRoute {
  return {
    ...{ trunkId, trunkName: trunkId, callerId, mediaSources: [] },
    targets: () => Promise.resolve([]),
    invite: () => {
      throw new Error('a trunk without targets is not asked');
    },
  };
}
