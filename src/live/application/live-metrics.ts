import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics';
import type { OpenTest } from '../infrastructure/voice-test.repository';

const DROPPED = 'aics_live_dropped_seconds_total';
const DROPPED_HELP = 'Sound of live audio that was left out, by the side that sent it.';

/** Counts the voice tests and live sockets of this process. */
@Injectable()
export class LiveMetrics {
  readonly #delay: Histogram;
  #running: readonly OpenTest[] = [];

  constructor(private readonly metrics: Metrics) {
    this.#delay = new Histogram({
      name: 'aics_live_delay_seconds',
      help: 'What the connection of a page adds to a talk, there and back.',
      buckets: [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 0.8, 1.2, 2],
      registers: [metrics.registry],
    });
    metrics.declare(DROPPED, DROPPED_HELP, ['side']);
    metrics.labelled(
      {
        type: 'gauge',
        name: 'aics_voice_tests',
        help: 'Voice tests that this process hosts, by state.',
        label: 'state',
      },
      () => {
        const count = (state: OpenTest['status']) =>
          this.#running.filter(({ status }) => status === state).length;
        return (['waiting', 'talking'] as const).map((state) => [state, count(state)] as const);
      },
    );
  }

  running(tests: readonly OpenTest[]): void {
    this.#running = tests;
  }

  countListeners(count: () => number): void {
    this.metrics.gauge('aics_live_listeners', 'People who listen to calls of this process.', count);
  }

  delay(ms: number): void {
    this.#delay.observe(ms / 1_000);
  }

  countDropped(ms: number): void {
    this.metrics.count(DROPPED, DROPPED_HELP, { side: 'service' }, ms / 1_000);
  }
}
