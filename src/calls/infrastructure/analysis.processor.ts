import { Processor } from '@nestjs/bullmq';
import { AnalysisProcessor } from '../../calling';
import { Clock } from '../../platform/clock';
import { HandlesEvent, Queues } from '../../platform/queues/queues';
import { WORKER_OPTIONS } from '../../platform/queues/worker-options';
import { Sweeps } from '../../platform/sweeps';
import { CallAnalysis } from '../application/call-analysis';
import { CallRepository } from './call.repository';

export const ANALYSIS_QUEUE = 'call-analysis';

@Processor(ANALYSIS_QUEUE, { ...WORKER_OPTIONS, concurrency: 16 })
@HandlesEvent('call.ended')
export class CallAnalysisProcessor extends AnalysisProcessor {
  constructor(analysis: CallAnalysis, calls: CallRepository, clock: Clock, queues: Queues, sweeps: Sweeps) {
    super(ANALYSIS_QUEUE, 'talks to analyse', analysis, calls, clock, queues, sweeps);
  }
}
