import type { RecordedFile } from '../../../media';
import type { TalkBrief } from '../../../platform/kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { LegEnd } from '../../domain/carrier';
import type { AnsweredCall } from './answered-call';
import { NOTHING_SAID } from './ringing-phone';
import type { DialRecording, LegRecord } from './sip-dial-parts';

/** The end of a call waits so long for its recording to be stored. */
const STORE_WAIT_MS = 1_000;

export interface LedTalkParts {
  readonly record: LegRecord;
  /** null: none is made. */
  readonly recording: DialRecording | null;
  readonly timers: Timers;
  /** @param delivered is called when the call knows of its end */
  readonly ended: (end: LegEnd, delivered?: () => void) => void;
  /** The recording was stored after the end. */
  readonly recorded: (ms: number, delivered: () => void) => void;
}

/** Leads a talk from the answer to its end, frees its channel, stores its recording and tells of both. Never rejects. */
export async function leadTalk(call: AnsweredCall, brief: TalkBrief, parts: LedTalkParts): Promise<void> {
  const { end, statistics, recording: file } = await call.lead(brief);
  await tellEnd(end, file, {
    ...parts,
    free: () => parts.record.ended({ ...NOTHING_SAID, packets: statistics }),
  });
}

export interface TellEndParts extends Omit<LedTalkParts, 'record'> {
  /** Frees the channels. Never rejects. */
  readonly free: () => Promise<unknown>;
}

/** Stores the recording of a talk that is over, frees its channels and tells of both. Never rejects. */
export async function tellEnd(end: LegEnd, file: RecordedFile | null, parts: TellEndParts): Promise<void> {
  const stored = file && parts.recording?.store(file);
  const isStored = stored ? await isSoon(stored, parts.timers) : false;
  await parts.free();
  const recorded = file && file.lengthMs > 0 && { ms: file.lengthMs, stored: isStored };
  const told = () => file && parts.recording?.told(file);
  parts.ended({ ...end, ...(recorded && { recorded }) }, isStored ? told : undefined);
  if (recorded && !isStored && (await stored)) parts.recorded(recorded.ms, told);
}

/** Whether it has come true within the time that the end of a call may wait for. */
function isSoon(done: Promise<boolean>, timers: Timers): Promise<boolean> {
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
