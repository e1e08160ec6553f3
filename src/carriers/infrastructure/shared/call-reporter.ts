import type { DialResult, LegEnd } from '../../domain/carrier';
import type { CallPhase } from './active-call';
import type { CarrierEventQueue } from './carrier-event-queue';
import type { AgentCallOptions } from './agent-call';
import type { CarrierEventBody } from './leg-store';
import type { Route } from './route';
import type { FailoverResult } from './trunk-failover';
import { deferred } from '../../../platform/kernel/async/deferred';

export interface CallReporterOptions {
  readonly events: CarrierEventQueue;
  readonly now: () => Date;
}

/** Reports a call: one result, then events. Owns the phase. */
export class CallReporter {
  #phase: CallPhase;
  #carrierCallId: string | null = null;
  readonly #result = deferred<DialResult>();

  readonly result = this.#result.promise;

  constructor(
    private readonly reference: string,
    private readonly options: CallReporterOptions,
    phase: CallPhase = 'in_transit',
  ) {
    this.#phase = phase;
  }

  get phase(): CallPhase {
    return this.#phase;
  }

  /** null before it is known. */
  get carrierCallId(): string | null {
    return this.#carrierCallId;
  }

  onCallId(carrierCallId: string): void {
    this.#carrierCallId = carrierCallId;
  }

  cancel(): void {
    if (this.#phase === 'in_transit' || this.#phase === 'stopping') this.#phase = 'canceled';
  }

  stop(): void {
    if (this.#phase === 'in_transit') this.#phase = 'stopping';
    else if (this.#phase === 'answered') this.#phase = 'hanging_up';
  }

  drop(): void {
    this.#phase = 'detached';
  }

  reportAccepted(): void {
    this.#result.resolve({ kind: 'accepted', carrierCallId: this.#carrierCallId });
  }

  reportRefused(why: Omit<Extract<DialResult, { kind: 'refused' }>, 'kind'>): void {
    this.#end();
    this.#result.resolve({ ...why, kind: 'refused' });
  }

  /** An answer may cross our hang-up. */
  reportAnswered(event: Extract<CarrierEventBody, { type: 'answered' }>): void {
    if (this.#phase === 'in_transit') this.#phase = 'answered';
    else if (this.#phase === 'stopping') this.#phase = 'hanging_up';
    this.emit(event);
  }

  reportEnd(end: LegEnd, onDelivered?: () => void): void {
    this.reportAccepted();
    this.emit({ type: 'ended', end }, onDelivered);
    this.#end();
  }

  reportUnanswered(end: Exclude<FailoverResult<Route, object>, { kind: 'answered' }>): void {
    switch (end.kind) {
      case 'abandoned':
        this.reportEnd({ cause: 'canceled', by: 'agent', talkMs: null });
        return;
      case 'refused':
        this.reportRefused(end);
        return;
      case 'ended': {
        const { cause, reason } = end;
        this.reportEnd({ cause, by: 'carrier', talkMs: null, ...(reason !== undefined && { reason }) });
      }
    }
  }

  get agentCall(): Pick<AgentCallOptions, 'onEnded' | 'onRecorded' | 'onTranscribed'> {
    return {
      onTranscribed: (turns) => this.emit({ type: 'transcription', turns }),
      onEnded: (end, delivered) => this.reportEnd(end, delivered),
      onRecorded: (ms, delivered) => this.emit({ type: 'recording_stored', ms }, delivered),
    };
  }

  /** Resolves when all events so far are stored. */
  flushed(): Promise<void> {
    return this.options.events.flushed();
  }

  emit(event: CarrierEventBody, onDelivered?: () => void): void {
    if (this.#phase === 'detached') return;
    this.options.events.add({ reference: this.reference, at: this.options.now(), ...event }, onDelivered);
  }

  #end(): void {
    if (this.#phase !== 'detached') this.#phase = 'ended';
  }
}
