import { Injectable } from '@nestjs/common';
import { MediaCapacity, MediaProcessId } from '../../../carriers';
import { MediaProcessRepository, SpeechStreamLimits } from '../../../trunks';
import type { VoiceTestState } from '../../domain/voice-test';
import { type OpenTest, VoiceTestRepository } from '../../infrastructure/voice-test.repository';
import { streamsOf } from './voice-test-release';
import { VoiceTestOutcomes } from './voice-test-outcomes';
import { VoiceTestRecords } from './voice-test-records';

/** The rows of the voice tests that this process hosts. */
@Injectable()
export class HostedTests {
  constructor(
    private readonly self: MediaProcessId,
    readonly capacity: MediaCapacity,
    private readonly processes: MediaProcessRepository,
    private readonly tests: VoiceTestRepository,
    private readonly streams: SpeechStreamLimits,
    readonly records: VoiceTestRecords,
    readonly outcomes: VoiceTestOutcomes,
  ) {}

  open(): Promise<OpenTest[]> {
    return this.tests.openOf(this.self.id);
  }

  findWaiting(id: string): Promise<VoiceTestState | null> {
    return this.tests.findWaiting(id, this.self.id);
  }

  /** @param running ids of talks */
  beat(running: readonly string[], now: Date): Promise<void> {
    return this.tests.beat(this.self.id, running, now);
  }

  /** Other processes choose this one no more. */
  async leave(): Promise<void> {
    this.capacity.stopLive();
    await this.processes.stopLive(this.self.id);
  }

  /** A failed change counts the stream for the former engine until the end. */
  onMoved(id: string, engine: string): void {
    void this.streams.moveTalk(streamsOf(id), engine).catch(() => undefined);
    void this.tests.moveStt(id, engine).catch(() => undefined);
  }
}
