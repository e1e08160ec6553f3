import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { errorText } from '../../../platform/logging';
import { Metrics } from '../../../platform/metrics';
import type { LineQuality } from '../../../shared-kernel/line-quality';
import { LineQualityRepository, TrunkRepository } from '../../../trunks';
import type { LegLines } from './leg-row-store';

/** Legs report each 5 s; those of this time are stored together. */
const COLLECT_MS = 1_000;

const MOS = {
  name: 'aics_line_mos',
  help: 'Estimated mean opinion score of ended legs, by trunk and direction.',
  labelNames: ['trunk', 'direction'],
  buckets: [1.5, 2, 2.5, 3.1, 3.6, 4, 4.2, 4.3, 4.4],
};
const JITTER = {
  name: 'aics_line_jitter_seconds',
  help: 'Jitter of what ended legs received, by trunk.',
  labelNames: ['trunk'],
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16],
};
const LOSS = {
  name: 'aics_line_loss_ratio',
  help: 'Share of packets that ended legs lost, by trunk and direction.',
  labelNames: ['trunk', 'direction'],
  buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
};

/** Stores how the lines of running legs are, and counts those of ended ones. */
@Injectable()
export class LineReports implements LegLines, OnApplicationShutdown {
  readonly #logger = new Logger(LineReports.name);
  readonly #waiting = new Map<string, LineQuality>();
  readonly #trunkNames = new Map<string, Promise<string>>();
  readonly #mos: Histogram;
  readonly #jitter: Histogram;
  readonly #loss: Histogram;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    metrics: Metrics,
    private readonly lines: LineQualityRepository,
    private readonly trunks: TrunkRepository,
  ) {
    const registers = [metrics.registry];
    this.#mos = new Histogram({ ...MOS, registers });
    this.#jitter = new Histogram({ ...JITTER, registers });
    this.#loss = new Histogram({ ...LOSS, registers });
  }

  report(legId: string, line: LineQuality): void {
    this.#waiting.set(legId, line);
    this.#timer ??= setTimeout(() => void this.#store(), COLLECT_MS).unref();
  }

  onLegEnded(legId: string, trunkId: string, line: LineQuality): void {
    this.#waiting.delete(legId);
    void this.#nameOf(trunkId).then((trunk) => this.#count(trunk, line));
  }

  onApplicationShutdown(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** A report that cannot be stored is lost; the next one is 5 s away. */
  async #store(): Promise<void> {
    this.#timer = null;
    const legs = [...this.#waiting].map(([id, line]) => ({ id, line }));
    this.#waiting.clear();
    await this.lines.measure(legs).catch((error: unknown) => {
      this.#logger.warn(`lines could not be stored: ${errorText(error)}`);
    });
  }

  #count(trunk: string, { in: own, out }: LineQuality): void {
    this.#mos.observe({ trunk, direction: 'in' }, own.mos);
    this.#jitter.observe({ trunk }, own.jitterMs / 1_000);
    this.#loss.observe({ trunk, direction: 'in' }, own.lostPercent / 100);
    if (!out) return;
    this.#mos.observe({ trunk, direction: 'out' }, out.mos);
    this.#loss.observe({ trunk, direction: 'out' }, out.lostPercent / 100);
  }

  #nameOf(trunkId: string): Promise<string> {
    const known = this.#trunkNames.get(trunkId) ?? this.#readName(trunkId);
    this.#trunkNames.set(trunkId, known);
    return known;
  }

  async #readName(trunkId: string): Promise<string> {
    try {
      return (await this.trunks.find([trunkId]))[0]?.name ?? '';
    } catch {
      this.#trunkNames.delete(trunkId);
      return '';
    }
  }
}
