import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { type Count, Metrics } from '../../platform/metrics';
import type { AttemptResult } from '../domain/delivery';

/** Counts attempts. */
@Injectable()
export class DeliveryMetrics {
  readonly #attempts: Count;
  readonly #seconds: Histogram;

  constructor(metrics: Metrics) {
    const help = 'Webhook attempts, by what became of them.';
    this.#attempts = metrics.declare('aics_webhook_attempts_total', help, ['result']);
    this.#seconds = new Histogram({
      name: 'aics_webhook_attempt_seconds',
      help: 'Time from the start of a webhook attempt to its status or failure.',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 11],
      registers: [metrics.registry],
    });
  }

  attempt({ kind, durationMs }: AttemptResult): void {
    this.#attempts({ result: kind });
    this.#seconds.observe(durationMs / 1_000);
  }
}
