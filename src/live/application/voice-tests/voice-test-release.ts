import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../platform/database/unit-of-work';
import { Metrics } from '../../../platform/metrics';
import { SpeechStreamLimits } from '../../../trunks';
import type { VoiceTestState } from '../../domain/voice-test';

const ENDED = 'aics_voice_tests_total';
const HELP = 'Voice tests that have ended, by who ended them.';

/** Frees the streams of voice tests that have ended, and counts these. */
@Injectable()
export class VoiceTestRelease {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly streams: SpeechStreamLimits,
    private readonly metrics: Metrics,
  ) {
    metrics.declare(ENDED, HELP, ['ended_by']);
  }

  /** In the transaction that ends the test. */
  async release({ id, endedBy }: Pick<VoiceTestState, 'id' | 'endedBy'>): Promise<void> {
    await this.streams.release(streamsOf(id));
    this.unitOfWork.afterCommit(() => this.metrics.count(ENDED, HELP, { ended_by: endedBy ?? 'service' }));
  }
}

/** The reference of the talk, its recording and its speech streams. */
export function streamsOf(id: string): string {
  return `${id}.1`;
}
