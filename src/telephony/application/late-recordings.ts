import { Injectable } from '@nestjs/common';
import type { AwaitedRecording } from '../domain/late-recording';
import { LateRecordingRepository } from '../infrastructure/late-recording.repository';

/** Recordings that carriers make: a media process fetches what is awaited. */
@Injectable()
export class LateRecordings {
  constructor(private readonly recordings: LateRecordingRepository) {}

  /** From the commit of the caller's transaction on it is fetched, whichever process lives. Twice is once. */
  async expect(recording: AwaitedRecording): Promise<void> {
    await this.recordings.add(recording);
  }

  /** The same of a human call of which nobody heard the end: what a carrier has joined and recorded, its legs say. */
  async expectOf(callId: string, reference: string, talkMs: number, endedAt: Date): Promise<void> {
    await this.recordings.addFound(callId, reference, talkMs, endedAt);
  }
}
