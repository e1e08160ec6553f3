import type { Timers } from '../../../platform/kernel/time/timers';
import { StateMachine, type TriggerOf } from '../../../platform/kernel/transition-table';
import type { LegEnd } from '../../domain/carrier';

const END = { end: 'ended', drop: 'dropped' } as const;

export const SIMULATED_CALL = {
  in_transit: { answer: 'answered', silence: 'silent', ...END },
  answered: END,
  /** Reports nothing, not even its end. */
  silent: END,
  ended: { drop: 'dropped' },
  /** The network is closed: nothing is reported or stored. */
  dropped: {},
} as const;
type SimulatedCallStatus = keyof typeof SIMULATED_CALL;
export type SimulatedCallTrigger = TriggerOf<typeof SIMULATED_CALL>;

/** Network time from request to answer. */
export const RINGING_MS = 4_000;

export interface SimulatedCallOptions {
  readonly speed: number;
  readonly timers: Timers;
  /** Called once, also for a silent call. */
  readonly onEnd: (end: LegEnd) => void;
}

/** One call of the simulated network, from request to end. */
export abstract class SimulatedCall {
  readonly #machine = new StateMachine<SimulatedCallStatus, SimulatedCallTrigger>(
    SIMULATED_CALL,
    'in_transit',
  );
  #cancelWait: () => void = () => undefined;

  constructor(private readonly options: SimulatedCallOptions) {}

  abstract start(): void;
  /** Ends the talk, or the ringing. The wait is canceled before. */
  protected abstract stop(): void;
  protected abstract reportEnd(end: LegEnd): void;

  get status(): SimulatedCallStatus {
    return this.#machine.status;
  }

  protected get isReported(): boolean {
    return this.status === 'in_transit' || this.status === 'answered';
  }

  /** Ends the call in any state; ignored after the end. */
  hangUp(): void {
    if (!this.#machine.allows('end')) return;
    this.#cancelWait();
    this.stop();
  }

  drop(): void {
    if (!this.#machine.move('drop')) return;
    this.#cancelWait();
    this.stop();
  }

  protected move(trigger: 'answer' | 'silence'): void {
    this.#machine.move(trigger);
  }

  protected finish(end: LegEnd): void {
    const { isReported } = this;
    if (!this.#machine.move('end')) return;
    if (isReported) this.reportEnd(end);
    this.options.onEnd(end);
  }

  /** Waits in network time, in place of the wait before. */
  protected after(networkMs: number, then: () => void): void {
    const { speed, timers } = this.options;
    this.#cancelWait = timers.after(networkMs / speed, then);
  }
}
