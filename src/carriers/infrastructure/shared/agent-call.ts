import type { RecordedFile } from '../../../media';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/timers';
import type { LegEnd } from '../../domain/carrier';
import type { CarrierRecording, RecordedCall } from '../../domain/pending-recording';
import type { AnsweredCall } from './answered-call';
import { type DialRecording, type LegStore, EMPTY_REPORT } from './leg-store';

/** The end of a call waits so long for its recording to be stored. */
const STORE_WAIT_MS = 1_000;
/** So long a transcription takes at most: the analysis of the call waits for it a little longer. */
const TRANSCRIPTION_MS = 55_000;

export interface LedTalkOptions {
  readonly record: Pick<LegStore, 'ended'>;
  /** null: none is made. */
  readonly recording: DialRecording | null;
  readonly timers: Timers;
  /** What two people said in a recording, from a time on. @throws when no engine understood it */
  readonly transcribe: (
    path: string,
    language: string | null,
    fromMs: number,
    signal: AbortSignal,
  ) => Promise<Turn[]>;
  /** What the carrier recorded after a transfer; null, or absent: what we recorded has it. */
  readonly bridged?: () => RecordedCall | null;
  /** @param delivered is called when the call knows of its end */
  readonly ended: (end: LegEnd, delivered?: () => void) => void;
  /** The recording was stored after the end. */
  readonly recorded: (ms: number, delivered: () => void) => void;
  /** null: it could not be transcribed. */
  readonly transcribed: (turns: readonly Turn[] | null) => void;
}

/**
 * Leads a talk from the answer to its end, frees its channel, stores its recording and tells of it. What two people said
 * after a transfer is transcribed. Never rejects.
 */
export async function runAgentCall(
  call: AnsweredCall,
  brief: TalkBrief,
  parts: LedTalkOptions,
): Promise<void> {
  const { end, statistics, recording: file, transferredAtMs: fromMs } = await call.run(brief);
  const { language } = brief;
  const bridged = fromMs === null ? null : (parts.bridged?.() ?? null);
  await reportCallEnd(end, file, {
    ...parts,
    free: () => parts.record.ended({ ...EMPTY_REPORT, packets: statistics }),
    ...(fromMs !== null &&
      (bridged
        ? { late: { ...bridged, part: { fromMs, words: { language } } } }
        : { write: (kept: RecordedFile) => transcribe(kept, language, fromMs, parts) })),
  });
}

export interface CallEndReportOptions extends Pick<
  LedTalkOptions,
  'recording' | 'timers' | 'ended' | 'recorded'
> {
  /** Frees the channels. Never rejects. */
  readonly free: () => Promise<unknown>;
  /** What of the recording is to be transcribed at once. Never rejects. */
  readonly write?: (kept: RecordedFile) => Promise<readonly Turn[] | null>;
  /** A part that the carrier recorded: it is fetched and transcribed later. */
  readonly late?: CarrierRecording;
  readonly transcribed?: LedTalkOptions['transcribed'];
}

/** Stores the recording of a talk that is over, frees its channels and tells of it. Never rejects. */
export async function reportCallEnd(
  end: LegEnd,
  file: RecordedFile | null,
  parts: CallEndReportOptions,
): Promise<void> {
  const kept = file && file.lengthMs > 0 ? file : null;
  const stored = file && parts.recording?.store(file);
  const isStored = stored ? await isSoon(stored, parts.timers) : false;
  await parts.free();
  const transcribing = kept && (parts.write?.(kept) ?? null);
  // The file is read until it is transcribed.
  const told = () =>
    void Promise.resolve(transcribing).then(() => file && parts.recording?.acknowledge(file));
  const { late: part } = parts;
  const recorded = kept && { ms: kept.lengthMs, stored: isStored, ...(part && { late: part }) };
  const isTranscribing = kept !== null && (transcribing !== null || part !== undefined);
  parts.ended(
    { ...end, ...(recorded && { recorded }), ...(isTranscribing && { transcribing: true }) },
    isStored ? told : undefined,
  );
  const late = async () => {
    if (kept && !isStored && (await stored)) parts.recorded(kept.lengthMs, told);
  };
  const heard = async () => {
    if (transcribing) parts.transcribed?.(await transcribing);
  };
  await Promise.all([late(), heard()]);
}

/** null when it failed, or took too long. */
async function transcribe(
  { path }: RecordedFile,
  language: string | null,
  fromMs: number,
  parts: LedTalkOptions,
): Promise<readonly Turn[] | null> {
  const abort = new AbortController();
  const stop = parts.timers.after(TRANSCRIPTION_MS, () => {
    abort.abort();
  });
  const read = () => parts.transcribe(path, language, fromMs, abort.signal);
  return (parts.recording?.reading(read) ?? read()).catch(() => null).finally(stop);
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
