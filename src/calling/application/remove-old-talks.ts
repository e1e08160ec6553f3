import type { Retention } from '../../platform/retention';
import type { TalkRows } from '../infrastructure/talk-rows';

/** Removes transcripts and recordings older than RETENTION_DAYS; calls and what was analyzed stay. */
export function removeOldTalks(
  retention: Retention,
  talks: TalkRows,
  recordings: { forget(callIds: readonly string[]): Promise<void> },
): Promise<void> {
  return retention.run(async (before, limit) => {
    const old = await talks.withTranscript(before, limit);
    const calls = old.map(({ id }) => id);
    await talks.awaitNoRecording(calls);
    // Recordings first: after a crash the next run finds these calls again.
    await recordings.forget(old.filter(({ mayHaveRecording }) => mayHaveRecording).map(({ id }) => id));
    await talks.clearTranscript(calls);
    return calls.length;
  });
}
