import type { Retention } from '../../platform/retention';
import type { TalkRows } from '../infrastructure/talk-rows';

/** Removes transcripts and recordings older than RETENTION_DAYS; calls and what was analyzed stay. */
export function removeOldTalks(
  retention: Retention,
  talks: TalkRows,
  recordings: { forget(callIds: readonly string[]): Promise<void> },
): Promise<void> {
  return retention.run(async (before, limit) => {
    const calls = await talks.withTranscript(before, limit);
    await talks.awaitNoRecording(calls);
    // Recordings first: calls are found by their transcripts, so after a crash the next run finds this one again.
    await recordings.forget(calls);
    await talks.clearTranscript(calls);
    return calls.length;
  });
}
