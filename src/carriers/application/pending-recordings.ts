import { Injectable } from '@nestjs/common';
import type { PendingRecording } from '../domain/pending-recording';
import { PendingRecordingRepository } from '../infrastructure/recordings/pending-recording.repository';

/** Schedules fetches of recordings that carriers make. */
@Injectable()
export class PendingRecordings {
  constructor(private readonly recordings: PendingRecordingRepository) {}

  /** Applies with the caller's transaction, in any media process. Idempotent. */
  async schedule(recording: PendingRecording): Promise<void> {
    await this.recordings.add(recording);
  }

  /** Schedules the recording of a human call without a reported end: its legs name the carrier's recording. */
  async scheduleFromLegs(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.recordings.addFound(callId, reference, talkMs, endedAt);
  }
}
