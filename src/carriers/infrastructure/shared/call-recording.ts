import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import { type LegRecording, type MediaLeg, MediaLegs, type RecordedFile } from '../../../media';
import { errorText } from '../../../platform/logging';

const logger = new Logger('CallRecording');

/** Records a leg from now on, after `leadMs` of silence. null: not recorded. Never rejects. */
export async function recordLeg(
  leg: MediaLeg,
  path: string | null,
  leadMs?: number,
): Promise<LegRecording | null> {
  if (path === null) return null;
  try {
    return await leg.record(path, leadMs);
  } catch (error) {
    logger.warn(`the recording ${basename(path)} cannot begin: ${errorText(error)}`);
    return null;
  }
}

/** Every answered call has a recording: silence where it could not begin. null: not recorded. Never rejects. */
export async function finishRecording(
  recording: LegRecording | null,
  path: string | null,
  talkMs: number,
): Promise<RecordedFile | null> {
  if (recording) return recording.finished;
  return path === null ? null : MediaLegs.recordSilence(path, talkMs).catch(() => null);
}
