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
}
