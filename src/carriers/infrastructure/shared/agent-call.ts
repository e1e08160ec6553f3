import type { RecordedFile } from '../../../media';
import type { TalkBrief, Turn } from '../../../shared-kernel/talk';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { LegEnd } from '../../domain/carrier';
import type { CarrierRecording, RecordedCall } from '../../domain/pending-recording';
import type { AnsweredCall } from './answered-call';
import { type DialRecording, type LegStore, EMPTY_REPORT } from './leg-store';

/** The end of a call waits this time for its recording. */
const STORE_TIMEOUT_MS = 1_000;
/** Shorter than the wait of the call's analysis for the transcription. */
export const TRANSCRIPTION_TIMEOUT_MS = 55_000;

export interface AgentCallOptions {
  readonly record: Pick<LegStore, 'storeEnd'>;
  /** null: not recorded. */
  readonly recording: DialRecording | null;
  readonly timers: Timers;
  /** @throws Error when no engine recognized it */
  readonly transcribe: (
    path: string,
    language: string | null,
    fromMs: number,
    signal: AbortSignal,
  ) => Promise<Turn[]>;
  /** The carrier's recording after a transfer; null: our own has the whole call. */
  readonly readBridged?: () => RecordedCall | null;
  /** @param onDelivered the end is stored */
  readonly onEnded: (end: LegEnd, onDelivered?: () => void) => void;
  /** Stored after the end. */
  readonly onRecorded: (ms: number, onDelivered: () => void) => void;
  /** null: the transcription failed. */
  readonly onTranscribed: (turns: readonly Turn[] | null) => void;
}

/**
 * Runs an agent's call, frees its channel, stores and reports its recording, and transcribes the talk after a
 * transfer. Never rejects.
 */
export async function runAgentCall(
  call: AnsweredCall,
  brief: TalkBrief,
  options: AgentCallOptions,
): Promise<void> {
  const { end, statistics, recording: file, transferredAtMs: fromMs } = await call.run(brief);
  const { language } = brief;
  const bridged = fromMs === null ? null : (options.readBridged?.() ?? null);
  await reportCallEnd(end, file, {
    ...options,
    free: () => options.record.storeEnd({ ...EMPTY_REPORT, packets: statistics }),
    ...(fromMs !== null &&
      (bridged
        ? { late: { ...bridged, part: { fromMs, words: { language } } } }
        : { transcribePart: (made: RecordedFile) => transcribe(made, language, fromMs, options) })),
  });
}

export interface CallEndReportOptions extends Pick<
  AgentCallOptions,
  'recording' | 'timers' | 'onEnded' | 'onRecorded'
> {
  /** Frees the channels. Never rejects. */
  readonly free: () => Promise<unknown>;
  /** Never rejects. */
  readonly transcribePart?: (made: RecordedFile) => Promise<readonly Turn[] | null>;
  /** Fetched and transcribed later. */
  readonly late?: CarrierRecording;
  readonly onTranscribed?: AgentCallOptions['onTranscribed'];
}

/** Stores the recording, frees the channels and reports the end. Never rejects. */
export async function reportCallEnd(
  end: LegEnd,
  file: RecordedFile | null,
  options: CallEndReportOptions,
): Promise<void> {
  const { recording, late: part } = options;
  const made = file && file.lengthMs > 0 ? file : null;
  const storing = file && recording?.store(file);
  const isStored = storing ? await isSoon(storing, options.timers) : false;
  await options.free();
  const transcribing = made && (options.transcribePart?.(made) ?? null);
  // Transcription reads the file, so it is removed afterwards.
  const acknowledge = () =>
    void Promise.resolve(transcribing).then(() => file && recording?.acknowledge(file));
  const recordingFile = made && { ms: made.lengthMs, stored: isStored, ...(part && { late: part }) };
  const isTranscribing = made !== null && (transcribing !== null || part !== undefined);
  options.onEnded(
    { ...end, ...(recordingFile && { recordingFile }), ...(isTranscribing && { transcribing: true }) },
    isStored ? acknowledge : undefined,
  );
  const reportRecording = async () => {
    if (made && !isStored && (await storing)) options.onRecorded(made.lengthMs, acknowledge);
  };
  const reportTranscription = async () => {
    if (transcribing) options.onTranscribed?.(await transcribing);
  };
  await Promise.all([reportRecording(), reportTranscription()]);
}

/** null after a failure or the timeout. */
async function transcribe(
  { path }: RecordedFile,
  language: string | null,
  fromMs: number,
  options: AgentCallOptions,
): Promise<readonly Turn[] | null> {
  const abort = new AbortController();
  const stop = options.timers.after(TRANSCRIPTION_TIMEOUT_MS, () => abort.abort());
  const read = () => options.transcribe(path, language, fromMs, abort.signal);
  return (options.recording?.reading(read) ?? read()).catch(() => null).finally(stop);
}

/** False after the timeout. */
function isSoon(done: Promise<boolean>, timers: Timers): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = timers.after(STORE_TIMEOUT_MS, () => resolve(false));
    void done.then((isDone) => {
      stop();
      resolve(isDone);
    });
  });
}
