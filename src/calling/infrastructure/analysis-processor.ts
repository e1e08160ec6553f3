import { WorkerHost } from '@nestjs/bullmq';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bullmq';
import type { Clock } from '../../platform/clock';
import type { Queues } from '../../platform/queues/queues';
import type { Sweeps } from '../../platform/sweeps';

const POLL_INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;

type Reminder = Readonly<Record<'accountId' | 'callId', string>>;

interface AnalysisSource {
  toAnalyse(now: Date, limit: number): Promise<{ id: string; accountId: string }[]>;
}

interface Analysis {
  analyse(callId: string): Promise<number | null>;
}

/** Runs tries to analyze talks from a queue. A sweep fills it with what is due. */
export abstract class AnalysisProcessor extends WorkerHost implements OnModuleInit {
  constructor(
    private readonly queue: string,
    private readonly sweep: string,
    private readonly analysis: Analysis,
    private readonly source: AnalysisSource,
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly sweeps: Sweeps,
  ) {
    super();
  }

  onModuleInit(): void {
    this.sweeps.every(POLL_INTERVAL_MS, this.sweep, async () => {
      for (const { id, accountId } of await this.source.toAnalyse(this.clock.now(), BATCH_SIZE)) {
        await this.queues.remind(this.queue, { accountId, callId: id });
      }
    });
  }

  /** Runs one try, and queues the next unless that is left to the sweep. */
  override async process(job: Job<Reminder>): Promise<void> {
    const waitMs = await this.analysis.analyse(job.data.callId);
    if (waitMs !== null) await this.queues.remind(this.queue, job.data, waitMs);
  }
}
