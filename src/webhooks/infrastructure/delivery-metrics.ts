import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics';
import type { AttemptResult } from '../domain/delivery';

/** Counts attempts. */
@Injectable()
export class DeliveryMetrics {
  readonly #seconds: Histogram;

  constructor(private readonly metrics: Metrics) {
    this.#seconds = new Histogram({
      name: 'aics_webhook_attempt_seconds',
      help: 'Time from the start of a webhook attempt to its status or failure.',
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 11],
      registers: [metrics.registry],
    });
  }

  attempt({ kind, durationMs }: AttemptResult): void {
    this.metrics.count('aics_webhook_attempts_total', 'Webhook attempts, by what became of them.', {
      result: kind,
    });
    this.#seconds.observe(durationMs / 1_000);
  }
}
