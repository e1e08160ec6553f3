import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { type Count, Metrics } from '../../platform/metrics';
import type { InvocationState } from '../domain/tool';

/** Counts the uses of tools. */
@Injectable()
export class ToolMetrics {
  readonly #seconds: Histogram;
  readonly #ended: Count;

  constructor(metrics: Metrics) {
    const help = 'Uses of tools, by what became of them.';
    this.#ended = metrics.declare('aics_tool_invocations_total', help, ['kind', 'status']);
    this.#seconds = new Histogram({
      name: 'aics_tool_seconds',
      help: 'Time from the start of a use of a tool to its answer or failure.',
      labelNames: ['kind'],
      buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15],
      registers: [metrics.registry],
    });
  }

  countEnd({ kind, status }: Pick<InvocationState, 'kind' | 'status'>, ms: number | null): void {
    this.#ended({ kind, status });
    if (ms !== null) this.#seconds.observe({ kind }, ms / 1_000);
  }
}
