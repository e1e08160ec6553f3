import { Module } from '@nestjs/common';
import { PendingRecordings } from './application/pending-recordings';
import { PendingRecordingRepository } from './infrastructure/recordings/pending-recording.repository';

/** Recordings that carriers have still to deliver. */
@Module({
  providers: [PendingRecordings, PendingRecordingRepository],
  exports: [PendingRecordings, PendingRecordingRepository],
})
export class RecordingsModule {}
