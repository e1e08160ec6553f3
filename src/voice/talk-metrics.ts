import { Histogram } from 'prom-client';
import type { Count, Metrics } from '../platform/metrics';

/**
 * Parts of the contact's wait, in order: end of the turn, its words, first words of the response, first audio; and in
 * all.
 */
export type Stage = 'endpointing' | 'stt' | 'llm' | 'tts' | 'total';

export interface TalkFigures {
  observe(stage: Stage, ms: number): void;
  bargedIn(): void;
  /** The talk may continue by another try. */
  speechFailed(engine: string): void;
}

export class TalkMetrics implements TalkFigures {
  readonly #latency: Histogram;
  readonly #bargeIns: Count;
  readonly #failures: Count;

  constructor(metrics: Metrics) {
    this.#bargeIns = metrics.declare('aics_barge_ins_total', 'How often contacts cut in on an agent.', []);
    this.#failures = metrics.declare('aics_speech_failures_total', 'Failures of speech engines.', ['engine']);
    this.#latency = new Histogram({
      name: 'aics_turn_latency_seconds',
      help: 'How long contacts waited for an answer, by what they waited for.',
      labelNames: ['stage'],
      buckets: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 1, 1.25, 1.5, 2, 3, 5, 8],
      registers: [metrics.registry],
    });
  }

  observe(stage: Stage, ms: number): void {
    this.#latency.observe({ stage }, Math.max(0, ms) / 1_000);
  }

  bargedIn(): void {
    this.#bargeIns();
  }

  speechFailed(engine: string): void {
    this.#failures({ engine });
  }
}
