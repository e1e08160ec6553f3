import type { DialResult, LegEnd } from '../../domain/carrier';
import { StateMachine, type TriggerOf } from '../../../platform/kernel/transition-table';
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

const END = { end: 'ended', drop: 'detached' } as const;

/** `cancel`: by the caller; `stop`: by us. An answer may cross it. */
export const CALL_PHASES = {
  in_transit: { cancel: 'canceled', stop: 'stopping', answer: 'answered', ...END },
  canceled: END,
  stopping: { cancel: 'canceled', answer: 'hanging_up', ...END },
  answered: { stop: 'hanging_up', ...END },
  hanging_up: END,
  ended: { drop: 'detached' },
  detached: {},
} as const;
export type CallPhaseTrigger = TriggerOf<typeof CALL_PHASES>;

/** Reports a call: one result, then events. Owns the phase. */
export class CallReporter {
  readonly #machine: StateMachine<CallPhase, CallPhaseTrigger>;
  #carrierCallId: string | null = null;
  readonly #result = deferred<DialResult>();

  readonly result = this.#result.promise;

  constructor(
    private readonly reference: string,
    private readonly options: CallReporterOptions,
    phase: CallPhase = 'in_transit',
  ) {
    this.#machine = new StateMachine<CallPhase, CallPhaseTrigger>(CALL_PHASES, phase);
  }

  get phase(): CallPhase {
    return this.#machine.status;
  }

  /** null before it is known. */
  get carrierCallId(): string | null {
    return this.#carrierCallId;
  }

  onCallId(carrierCallId: string): void {
    this.#carrierCallId = carrierCallId;
  }

  cancel(): void {
    this.#machine.move('cancel');
  }

  stop(): void {
    this.#machine.move('stop');
  }

  drop(): void {
    this.#machine.move('drop');
  }

  reportAccepted(): void {
    this.#result.resolve({ kind: 'accepted', carrierCallId: this.#carrierCallId });
  }

  reportRefused(why: Omit<Extract<DialResult, { kind: 'refused' }>, 'kind'>): void {
    this.#machine.move('end');
    this.#result.resolve({ ...why, kind: 'refused' });
  }

  reportAnswered(event: Extract<CarrierEventBody, { type: 'answered' }>): void {
    this.#machine.move('answer');
    this.emit(event);
  }

  reportEnd(end: LegEnd, onDelivered?: () => void): void {
    this.reportAccepted();
    this.emit({ type: 'ended', end }, onDelivered);
    this.#machine.move('end');
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
    if (this.phase === 'detached') return;
    this.options.events.add({ reference: this.reference, at: this.options.now(), ...event }, onDelivered);
  }
}
