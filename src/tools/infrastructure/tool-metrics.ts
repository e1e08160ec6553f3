import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { Metrics } from '../../platform/metrics';
import type { InvocationState } from '../domain/tool';

/** Counts the uses of tools. */
@Injectable()
export class ToolMetrics {
  readonly #seconds: Histogram;

  constructor(private readonly metrics: Metrics) {
    this.#seconds = new Histogram({
      name: 'aics_tool_seconds',
      help: 'Time from the start of a use of a tool to its answer or failure.',
      labelNames: ['kind'],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15],
      registers: [metrics.registry],
    });
  }

  ended({ kind, status }: Pick<InvocationState, 'kind' | 'status'>, ms: number | null): void {
    this.metrics.count('aics_tool_invocations_total', 'Uses of tools, by what became of them.', {
      kind,
      status,
    });
    if (ms !== null) this.#seconds.observe({ kind }, ms / 1_000);
  }
}
