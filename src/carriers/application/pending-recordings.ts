import { Injectable } from '@nestjs/common';
import type { PendingRecording } from '../domain/pending-recording';
import { PendingRecordingRepository } from '../infrastructure/recordings/pending-recording.repository';

/** Recordings that carriers make: a media process fetches what is awaited. */
@Injectable()
export class PendingRecordings {
  constructor(private readonly recordings: PendingRecordingRepository) {}

  /** From the commit of the caller's transaction on it is fetched, whichever process lives. Twice is once. */
  async schedule(recording: PendingRecording): Promise<void> {
    await this.recordings.add(recording);
  }

  /** The same for a human call without a reported end: its legs name the carrier's recording. */
  async scheduleFromLegs(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.recordings.addFound(callId, reference, talkMs, endedAt);
  }
}
