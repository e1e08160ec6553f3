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

  /** The same of a human call of which nobody heard the end: what a carrier has joined and recorded, its legs say. */
  async scheduleFromLegs(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.recordings.addFound(callId, reference, talkMs, endedAt);
  }
}
