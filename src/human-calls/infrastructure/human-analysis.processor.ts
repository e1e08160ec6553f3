import { Processor } from '@nestjs/bullmq';
import { AnalysisProcessor } from '../../calling';
import { Clock } from '../../platform/clock';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { Sweeps } from '../../platform/sweeps';
import { HumanCallAnalysis } from '../application/human-call-analysis';
import { HumanCallRepository } from './human-call.repository';

export const HUMAN_ANALYSIS_QUEUE = 'human-call-analysis';

@Processor(HUMAN_ANALYSIS_QUEUE, { ...WORKER_OPTIONS, concurrency: 8 })
@HandlesEvent('human_call.ended')
export class HumanAnalysisProcessor extends AnalysisProcessor {
  constructor(
    analysis: HumanCallAnalysis,
    calls: HumanCallRepository,
    clock: Clock,
    queues: Queues,
    sweeps: Sweeps,
  ) {
    super(HUMAN_ANALYSIS_QUEUE, 'recordings to analyse', analysis, calls, clock, queues, sweeps);
  }
}
