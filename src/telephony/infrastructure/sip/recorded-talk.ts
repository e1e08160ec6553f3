import type { LegStatistics } from '../../../media';
import type { TalkBrief } from '../../../platform/kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { LegEnd } from '../../domain/carrier';
import type { AnsweredCall } from './answered-call';
import type { DialRecording } from './sip-dial-parts';

/** The end of a call waits so long for its recording to be stored. */
const STORE_WAIT_MS = 1_000;

/** What is told of a talk that is over. */
export interface TalkEnds {
  /** @param delivered is to be called once the end is stored */
  ended(end: LegEnd, statistics: LegStatistics | null, delivered?: () => void): Promise<void>;
  /** The recording was stored after the end. */
  recorded(ms: number, delivered: () => void): void;
}

/** Leads a talk to its end, and sees to its recording. Never rejects. */
export async function leadToEnd(
  call: AnsweredCall,
  brief: TalkBrief,
  recording: DialRecording | null,
  timers: Timers,
  ends: TalkEnds,
): Promise<void> {
  const { end, statistics, recording: file } = await call.lead(brief);
  const stored = file && recording?.store(file);
  const isStored = stored ? await soon(timers, stored) : false;
  const recorded = file && file.lengthMs > 0 && { ms: file.lengthMs, stored: isStored };
  const told = () => {
    if (file) recording?.told(file);
  };
  await ends.ended({ ...end, ...(recorded && { recorded }) }, statistics, isStored ? told : undefined);
  if (!recorded || isStored || !(await stored)) return;
  ends.recorded(recorded.ms, told);
}

/** Whether it has come true within the time that the end of a call may wait for. */
function soon(timers: Timers, done: Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = timers.after(STORE_WAIT_MS, () => {
      resolve(false);
    });
    void done.then((isDone) => {
      stop();
      resolve(isDone);
    });
  });
}
