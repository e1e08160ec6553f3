import type { TextTalk } from '../../../conversation';
import { newId } from '../../../platform/ids';
import type { Timers } from '../../../platform/timers';
import type { IncomingCall } from '../../../sip';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import { ANONYMOUS_CALLER, type InboundSink } from '../../domain/inbound';
import type { CarrierEventQueue } from '../shared/carrier-event-queue';
import type { LineStreams, VoiceLineFactory } from '../../../voice';
import { SipArrival } from './sip-arrival';
import type { Taken, TakenParts } from './sip-arrival-parts';
import type { LedTalkOptions } from '../shared/agent-call';
import type { DialRecording } from '../shared/leg-store';
import type { DialedLeg } from '../shared/leg-row-store';
import type { TransferableCall } from '../shared/leg-services';
import type { SipLegStore } from './sip-leg-store';
import type { InboundCallListener, SipStack } from './sip-stack';
import type { DialTrace, DialTraces } from '../shared/dial-traces';
import type { TransferChannel } from './sip-transfer';

/** An inbound call is one dial. */
const FIRST = 1;
/** A process that stops waits at most this time until its refusals are stored. */
const REFUSAL_TIMEOUT_MS = 3_000;

export interface SipInboundListenerOptions {
  readonly carrier: string;
  readonly inbound: InboundSink;
  readonly stack: SipStack;
  readonly traces: DialTraces;
  readonly lines: VoiceLineFactory;
  /** A call's streams of speech engines. */
  readonly streamsOf: (call: Taken['call']) => LineStreams;
  readonly talk: TextTalk;
  readonly timers: Timers;
  readonly now: () => Date;
  readonly transcribe: LedTalkOptions['transcribe'];
  readonly events: () => CarrierEventQueue;
  readonly record: (order: LegAllocation, dial: DialedLeg, trace: DialTrace) => SipLegStore;
  readonly recording: (reference: string) => Promise<DialRecording | null>;
  /** A channel for a person whom a caller is transferred to; else why there is none. Never rejects. */
  readonly channel: (
    call: TransferableCall,
    order: LegAllocation,
    number: string,
    trace: DialTrace,
  ) => Promise<TransferChannel | string>;
  /** The carrier's legs by reference, to look them up or hang them up. */
  readonly held: Map<string, unknown>;
}

/** The calls that come in to this process. */
export class SipInboundListener implements InboundCallListener {
  /** Those that are not answered yet. */
  readonly #arrivals = new Set<SipArrival>();

  constructor(private readonly options: SipInboundListenerOptions) {}

  /** Which trunk a call belongs to is found out by the number that is called. */
  take(incoming: IncomingCall): void {
    const { stack, traces, lines, talk, now, timers, inbound, held, carrier, transcribe } = this.options;
    const trunks = stack.trunksOf(incoming.source.address);
    const callId = newId('call');
    const trace = traces.begin({ callId, attempt: FIRST });
    trace.follow(incoming.callId, trunks[0]?.name ?? '', incoming.text);
    const readings = trunks.flatMap((trunk) => trunk.read(incoming));
    const at = now();
    let reference: string | null = null;
    const arrival = new SipArrival(incoming, {
      decide: async () => {
        const verdict = await inbound.decide({ callId, at, carrier, interpretations: readings });
        if (verdict.kind !== 'unrecorded') {
          trace.follow(incoming.callId, stack.trunk(verdict.interpretation.trunkId)?.name ?? '');
        }
        return verdict;
      },
      countRejection: (why) => {
        inbound.countRejection(why);
      },
      hold: (taken) => {
        ({ reference } = taken.call);
        held.set(reference, arrival);
        return this.#taken(taken, callId, trace);
      },
      openLeg: () => stack.legs.openRtp(),
      openLine: (call, tell) => lines.open(call.talk, tell, this.options.streamsOf(call)),
      place: (options, handlers) => stack.call(options, handlers),
      trace,
      talk,
      now,
      timers,
      transcribe,
    });
    this.#arrivals.add(arrival);
    void arrival.settled.then(() => this.#arrivals.delete(arrival));
    void arrival.over.finally(() => {
      if (reference !== null) held.delete(reference);
      trace.close();
    });
  }

  async stop(): Promise<void> {
    for (const arrival of this.#arrivals) arrival.stop();
    let stop: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      stop = this.options.timers.after(REFUSAL_TIMEOUT_MS, resolve);
    });
    await Promise.race([late, Promise.all([...this.#arrivals].map(({ settled }) => settled))]);
    stop();
  }

  #taken({ interpretation: reading, call }: Taken, callId: string, trace: DialTrace): TakenParts {
    const { stack, events: facts, record, recording, channel, now } = this.options;
    const { reference, legId: id, accountId } = call;
    const { trunkId, called, caller } = reading;
    const order: LegAllocation = { id, accountId, beganAt: now(), routes: [{ trunkId, callerId: called }] };
    const phoneNumber = caller === ANONYMOUS_CALLER ? null : caller;
    return {
      trunk: stack.trunk(trunkId),
      record: record(order, { callId, attempt: FIRST, kind: 'inbound', phoneNumber }, trace),
      events: facts(),
      recording: () => (call.record ? recording(reference) : Promise.resolve(null)),
      channel: (number) => channel({ ...call, attempt: FIRST }, order, number, trace),
    };
  }
}
