import { own } from '../../platform/kernel/own';
import type { Timers } from '../../platform/kernel/time/timers';
import type { Cancel, SipTimes } from './ports';
import {
  TERMINATED,
  TIMER_RULES,
  type TimerName,
  type TransactionAction,
  type TransactionEvent,
  type TransactionTable,
} from './transaction-tables';

export interface TransactionSettings {
  readonly times: SipTimes;
  readonly timers: Timers;
  /** Nothing is retransmitted over TCP and TLS. */
  readonly reliable: boolean;
}

/** Runs a transaction table. Calls `act` for actions, and `onEnded` once. */
export class Transaction {
  #state: string;
  readonly #running = new Map<TimerName, Cancel>();

  constructor(
    private readonly table: TransactionTable,
    private readonly settings: TransactionSettings,
    private readonly act: (action: TransactionAction) => void,
    private readonly onEnded: () => void,
  ) {
    this.#state = table.initial;
  }

  get state(): string {
    return this.#state;
  }

  begin(): void {
    this.#arrange();
    for (const action of this.table.begin) this.act(action);
  }

  handle(event: TransactionEvent): boolean {
    const step = own(this.table.states, this.#state)?.on[event];
    if (step === undefined) return false;
    if (step.to !== undefined && step.to !== this.#state) {
      this.#state = step.to;
      this.#arrange();
    }
    // Last, because actions may cause the next event of this transaction.
    for (const action of step.do ?? []) this.act(action);
    if (step.to === TERMINATED) this.onEnded();
    return true;
  }

  abandon(): void {
    if (this.#state === TERMINATED) return;
    this.#state = TERMINATED;
    this.#arrange();
    this.onEnded();
  }

  #arrange(): void {
    const wanted = own(this.table.states, this.#state)?.timers ?? [];
    for (const [name, cancel] of this.#running) {
      if (wanted.includes(name)) continue;
      cancel();
      this.#running.delete(name);
    }
    const { times, reliable } = this.settings;
    for (const name of wanted) {
      const rule = TIMER_RULES[name];
      if (this.#running.has(name) || (rule.unreliableOnly && reliable)) continue;
      this.#start(name, rule.first(times, reliable));
    }
  }

  #start(name: TimerName, ms: number): void {
    const fire = (): void => {
      this.#running.delete(name);
      const { next } = TIMER_RULES[name];
      if (next !== undefined) this.#start(name, next(ms, this.settings.times, this.#state));
      this.handle(name);
    };
    this.#running.set(name, this.settings.timers.after(ms, fire));
  }
}
