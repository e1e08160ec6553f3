import { newId } from '../../../platform/ids';
import { dialProblem } from '../../../platform/phone-number';
import { REAL_TIMERS } from '../../../platform/kernel/time/timers';
import type { Transcriber } from '../../../speech';
import type { CarrierEvent, OutboundCallRequest, CarrierEventSink } from '../../domain/carrier';
import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { CallAudios } from './call-audio';
import { type CarrierEventQueue, CarrierEventQueues } from './carrier-event-queue';
import type { LegRepository, AdditionalLegRequest } from '../../../trunks';
import { callOf, type RecordingSpool } from '../recordings/recording-spool';
import type { TextTalk } from '../../../conversation';
import type { LineStreams, VoiceLineFactory } from '../../../voice';
import type { DialTrace } from './dial-traces';
import type { TrunkCallOptions } from './trunk-call';
import type { DialRecording } from './leg-store';
import type { ChannelOperations, DialedLeg, LegLines, LegRowStoreOptions } from './leg-row-store';

export interface LegServicesOptions {
  readonly events: CarrierEventSink;
  readonly now: () => Date;
  readonly legs: LegRepository;
  readonly channels: ChannelOperations;
  readonly legLines: LegLines;
  readonly recordings: RecordingSpool;
  readonly transcriber: Transcriber;
  readonly talk: TextTalk;
  readonly audio: CallAudios;
  readonly lines: VoiceLineFactory;
  readonly streams: { move(reference: string, sttEngine: string): Promise<void> };
  readonly additionalLegs: { occupy(leg: AdditionalLegRequest): Promise<LegAllocation | null> };
}

export type TransferableCall = Pick<OutboundCallRequest, 'reference' | 'attempt' | 'talk' | 'countries'>;

/** The leg of a transfer's target; its channel is occupied. */
export interface TransferLeg {
  readonly order: LegAllocation;
  readonly leg: DialedLeg;
}

/** Services for the legs of every carrier over trunks. */
export class LegServices {
  readonly #closed = new AbortController();
  readonly #queues: CarrierEventQueues;

  constructor(
    carrier: string,
    private readonly options: LegServicesOptions,
  ) {
    const deliver = (event: CarrierEvent) => options.events.accept(carrier, event);
    this.#queues = new CarrierEventQueues(deliver, REAL_TIMERS, this.#closed.signal);
  }

  events(reference: string): CarrierEventQueue {
    return this.#queues.open(reference);
  }

  /** Whether events of the call are not stored yet. */
  isReporting(reference: string): boolean {
    return this.#queues.isDelivering(reference);
  }

  rows(trace: DialTrace): LegRowStoreOptions {
    const { channels, legs, legLines, now } = this.options;
    return {
      channels,
      legs,
      lines: legLines,
      now,
      trace,
      newId: () => newId('leg'),
      note: ({ callId, attempt }, message) => {
        const reference = `${callId}.${attempt}`;
        this.events(reference).add({ reference, at: now(), type: 'timeline', kind: 'trunk', message });
      },
    };
  }

  agentCall(
    {
      reference,
      talk: brief,
      early,
      record,
    }: Pick<OutboundCallRequest, 'reference' | 'talk' | 'early' | 'record'>,
    leg: Pick<LegAllocation, 'speech'>,
  ): Omit<TrunkCallOptions, 'record'> {
    const { talk, audio, lines, now, transcriber } = this.options;
    return {
      reference,
      brief,
      early,
      talk,
      audio,
      now,
      timers: REAL_TIMERS,
      events: this.events(reference),
      openLine: (emit, observer) => lines.open(brief, emit, this.#streams(leg, reference), observer, early),
      recording: () => this.recording(reference, record),
      transcribe: (path, language, fromMs, signal) => transcriber.talk(path, { language, fromMs, signal }),
    };
  }

  /** Occupies a channel for a target; else why not, for the timeline. Never rejects. */
  async allocateTransferLeg(
    { reference, attempt, talk, countries = null }: TransferableCall,
    { accountId, trunkIds }: Pick<AdditionalLegRequest, 'accountId' | 'trunkIds'>,
    phoneNumber: string,
  ): Promise<TransferLeg | string> {
    const problem = dialProblem(phoneNumber, countries);
    if (problem !== undefined) return `The number of the person ${problem}.`;
    if (talk.isTrial) return 'A call with the trial phone is not transferred.';
    const leg = { callId: callOf(reference), attempt, kind: 'transfer', phoneNumber } as const;
    const order = await this.options.additionalLegs
      .occupy({ ...leg, accountId, trunkIds, timeZone: talk.timeZone })
      .catch(() => null);
    return order ? { order, leg } : 'No channel of the trunk was free for the person.';
  }

  /** null: not recorded. Never rejects. */
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

  close(): void {
    this.#closed.abort();
  }

  /** Counts the call's stream at another recognizer when that one continues. */
  #streams({ speech }: Pick<LegAllocation, 'speech'>, reference: string): LineStreams {
    const { streams } = this.options;
    return {
      stt: speech?.stt ?? null,
      // A failed move counts the stream for the former engine until the call's end.
      onMoved: (engine) => void streams.move(reference, engine).catch(() => undefined),
    };
  }
}
