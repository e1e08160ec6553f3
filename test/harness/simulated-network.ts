import type { TextTalk } from '../../src/conversation';
import type { CarrierEvent } from '../../src/carriers';
import type { CarrierEventSink } from '../../src/carriers/domain/carrier';
import {
  SimulatorCarrier,
  type SimulatorOptions,
} from '../../src/carriers/infrastructure/simulator/simulator-carrier';
import { SIMULATORS } from '../../src/carriers/infrastructure/simulator/simulators';
import type { Timers } from '../../src/platform/kernel/time/timers';

/** The simulated network with its usual capabilities. */
export function simulatedCarrier(
  facts: CarrierEventSink,
  talk: TextTalk,
  options: Omit<SimulatorOptions, 'name' | 'capabilities'>,
): SimulatorCarrier {
  const [{ name, capabilities }] = SIMULATORS as [(typeof SIMULATORS)[number]];
  return new SimulatorCarrier(facts, talk, { name, capabilities, ...options });
}

/** Time that only the test moves. */
export class HandMovedTime implements Timers {
  nowMs = Date.parse('2026-11-20T10:00:00Z');
  #waiting: { readonly atMs: number; readonly then: () => void }[] = [];

  after(ms: number, then: () => void): () => void {
    const wait = { atMs: this.nowMs + ms, then };
    this.#waiting.push(wait);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== wait);
    };
  }

  now(): number {
    return this.nowMs;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Lets time pass, one timer after another. */
  async move(ms: number): Promise<void> {
    const toMs = this.nowMs + ms;
    await settled();
    for (;;) {
      const next = this.#waiting.filter(({ atMs }) => atMs <= toMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.then();
      await settled();
    }
    this.nowMs = toMs;
  }
}

/** Whatever was ready to happen has happened. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Stores facts, or fails to. */
export class Inbox {
  readonly events: CarrierEvent[] = [];
  failures = 0;

  accept(_carrier: string, event: CarrierEvent): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('database away'));
    }
    this.events.push(event);
    return Promise.resolve();
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  get turns() {
    return this.events.flatMap((event) => (event.type === 'transcript' ? event.turns : []));
  }

  get end(): object | undefined {
    const last = this.events.at(-1);
    return last?.type === 'ended' ? last.end : undefined;
  }
}
