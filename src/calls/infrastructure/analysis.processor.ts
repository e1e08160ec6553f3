import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { CallAnalysis } from '../application/call-analysis';

export const ANALYSIS_QUEUE = 'call-analysis';

@Processor(ANALYSIS_QUEUE, { ...WORKER_OPTIONS, concurrency: 16 })
@HandlesEvent('call.ended')
export class AnalysisProcessor extends WorkerHost {
  constructor(
    private readonly analysis: CallAnalysis,
    private readonly queues: Queues,
  ) {
    super();
  }

  override async process(job: Job<{ accountId: string; callId: string }>): Promise<void> {
    const wait = await this.analysis.analyse(job.data.callId);
    if (wait !== null) await this.queues.remind(ANALYSIS_QUEUE, job.data, wait);
  }
}
