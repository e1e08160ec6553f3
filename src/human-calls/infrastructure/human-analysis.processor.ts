import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { HumanCallAnalysis } from '../application/human-call-analysis';

export const HUMAN_ANALYSIS_QUEUE = 'human-call-analysis';

/** Runs one try to analyze a recording; the sweep queues the next. */
@Processor(HUMAN_ANALYSIS_QUEUE, { ...WORKER_OPTIONS, concurrency: 8 })
@HandlesEvent('human_call.ended')
export class HumanAnalysisProcessor extends WorkerHost {
  constructor(private readonly analysis: HumanCallAnalysis) {
    super();
  }

  override async process(job: Job<{ accountId: string; callId: string }>): Promise<void> {
    await this.analysis.analyse(job.data.callId);
  }
}
