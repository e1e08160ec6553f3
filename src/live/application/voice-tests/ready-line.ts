import { delay, type Timers } from '../../../platform/kernel/time/timers';
import type { PendingLine } from '../../../voice';

const RETRY_DELAY_MS = 500;

/** Replaces a line that fails until one is ready: a voice may still load. null: `again` gave no further line. */
export async function readyLine(
  first: PendingLine,
  again: () => PendingLine | null,
  timers: Timers,
): Promise<PendingLine | null> {
  let line: PendingLine | null = first;
  while (line && !(await line.isReady())) {
    line.drop();
    await delay(timers, RETRY_DELAY_MS);
    line = again();
  }
  return line;
}
