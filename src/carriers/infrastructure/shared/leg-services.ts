import { newId } from '../../../platform/ids';
import { dialProblem } from '../../../platform/phone-number';
import { REAL_TIMERS } from '../../../platform/timers';
import type { Transcriber } from '../../../speech';
import type { OutboundCallRequest, CarrierEventSink } from '../../domain/carrier';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import { CarrierEventQueue } from './carrier-event-queue';
import type { LegRepository, AdditionalLegRequest } from '../../../trunks';
import { callOf, type RecordingSpool } from '../recordings/recording-spool';
import type { LineStreams } from '../../../voice';
import type { DialTrace } from './dial-traces';
import type { LedTalkOptions } from './agent-call';
import type { DialRecording } from './leg-store';
import type { ChannelOperations, DialedLeg, LegRowStoreOptions } from './leg-row-store';

export interface LegServicesOptions {
  readonly events: CarrierEventSink;
  readonly now: () => Date;
  readonly legs: LegRepository;
  readonly channels: ChannelOperations;
  readonly recordings: RecordingSpool;
  readonly transcriber: Transcriber;
  readonly streams: { move(reference: string, sttEngine: string): Promise<void> };
  readonly additionalLegs: { take(leg: AdditionalLegRequest): Promise<LegAllocation | null> };
}

/** A call whose contact may be handed over to a person. */
export type TransferableCall = Pick<OutboundCallRequest, 'reference' | 'attempt' | 'talk' | 'countries'>;

/** The leg of a person whom a contact is handed over to; its channel is taken. */
export interface TransferLeg {
  readonly order: LegAllocation;
  readonly leg: DialedLeg;
}

/** What the legs of every carrier over trunks need: facts, rows, recordings. */
export class LegServices {
  readonly #closed = new AbortController();

  constructor(
    private readonly carrier: string,
    private readonly options: LegServicesOptions,
  ) {}

  /** The facts of one dial, in order. */
  events(): CarrierEventQueue {
    const { events: facts } = this.options;
    return new CarrierEventQueue((fact) => facts.take(this.carrier, fact), REAL_TIMERS, this.#closed.signal);
  }

  rows(trace: DialTrace): LegRowStoreOptions {
    const { channels, legs, now } = this.options;
    return {
      channels,
      legs,
      now,
      trace,
      newId: () => newId('leg'),
      note: ({ callId, attempt }, message) => {
        const reference = `${callId}.${attempt}`;
        this.events().add({ reference, at: now(), type: 'timeline', kind: 'trunk', message });
      },
    };
  }

  readonly transcribe: LedTalkOptions['transcribe'] = (path, language, fromMs, signal) =>
    this.options.transcriber.talk(path, { language, fromMs, signal });

  /** The streams of a call; where they are counted follows it to another engine. */
  streams({ speech }: Pick<LegAllocation, 'speech'>, reference: string): LineStreams {
    const { streams } = this.options;
    return {
      stt: speech?.stt ?? null,
      // Lost, its stream is counted for the engine that it left, until its end.
      moved: (engine) => void streams.move(reference, engine).catch(() => undefined),
    };
  }

  /** A channel of one of the trunks for a person; else why there is none, for the timeline. Never rejects. */
  async allocateTransferLeg(
    { reference, attempt, talk, countries = null }: TransferableCall,
    { accountId, trunkIds }: Pick<AdditionalLegRequest, 'accountId' | 'trunkIds'>,
    phoneNumber: string,
  ): Promise<TransferLeg | string> {
    const problem = dialProblem(phoneNumber, countries);
    if (problem !== undefined) return `The number of the person ${problem}.`;
    const leg = { callId: callOf(reference), attempt, kind: 'transfer', phoneNumber } as const;
    const order = await this.options.additionalLegs
      .take({ ...leg, accountId, trunkIds, timeZone: talk.timeZone })
      .catch(() => null);
    return order ? { order, leg } : 'No channel of the trunk was free for the person.';
  }

  /** Resolves with null when none is made. Never rejects. */
  async recording(reference: string, isWanted = true): Promise<DialRecording | null> {
    const { recordings } = this.options;
    const path = isWanted ? await recordings.pathOf(reference).catch(() => null) : null;
    if (path === null) return null;
    return {
      path,
      store: (file) => recordings.store(reference, file),
      reading: (read) => recordings.reading(reference, read),
      acknowledge: (file) => void recordings.acknowledge(reference, file),
    };
  }

  /** Nothing is told any more. */
  close(): void {
    this.#closed.abort();
  }
}
