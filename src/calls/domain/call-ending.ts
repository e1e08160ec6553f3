import type { EndedBy } from '../../shared-kernel/call-parties';
import { type EndCause, limitReason } from '../../shared-kernel/end-cause';
import type { ReportedRecordingFile } from '../../shared-kernel/recording-state';
import type { AnalysisWait, CallState } from './call-state';
import type { CallTrigger } from './call-status';

/** Limits of the waits before the analysis. */
export const ANALYSIS_WAIT_MS: Readonly<Record<AnalysisWait, number>> = {
  none: 0,
  recording: 10_000,
  transcription: 60_000,
};

/** How a leg ended, as the carrier reported it or the watchdog found it. */
export interface ReportedEnd {
  readonly cause: EndCause;
  /** From answer to hang-up in network time; null when the carrier does not report it. */
  readonly talkMs: number | null;
  readonly reason?: string | undefined;
  readonly by?: EndedBy | null;
  /** A part of the talk is still being transcribed. */
  readonly transcribing?: boolean | undefined;
  /** Absent for a simulated call, which has no file. */
  readonly recordingFile?: ReportedRecordingFile | undefined;
}

export type Ending =
  | {
      readonly status: 'completed';
      readonly durationSeconds: number;
      readonly answeredAt: Date;
      readonly reason: string | null;
      readonly message: string;
      readonly endedBy: EndedBy | null;
    }
  | { readonly status: 'unconnected'; readonly trigger: CallTrigger; readonly reason: string | null };

/** Causes that stay on a completed call as its `status_reason`. */
const COMPLETED_REASONS: Partial<Record<EndCause, string>> = {
  connection_lost: 'The connection was lost during the talk.',
  carrier_lost_it: 'The talk was cut off: the service that led it stopped.',
  canceled: 'The talk was ended by the service.',
  failed: 'The carrier ended the talk.',
};

const UNCONNECTED: Partial<Record<EndCause, { trigger: CallTrigger; reason: string | null }>> = {
  no_answer: { trigger: 'ring_out', reason: null },
  busy: { trigger: 'find_busy', reason: null },
  number_unreachable: { trigger: 'fail', reason: 'The number does not exist or cannot be reached.' },
  carrier_lost_it: { trigger: 'fail', reason: 'The carrier knows nothing of the call any more.' },
  canceled: { trigger: 'fail', reason: 'The dial was stopped before anybody answered.' },
};

/** The reason for a caller whose service died before the answer, without a request to a carrier. */
const DIED_UNANSWERED = 'The service that was about to answer stopped.';

type Known = Pick<
  CallState,
  'answeredAt' | 'dialedAt' | 'maxTalkSeconds' | 'creditsLimitTalk' | 'status' | 'direction'
>;

/** An answered leg (answer seen, or talk time reported) completes the call, whatever ended it (R7). */
export function endingOf(reported: ReportedEnd, call: Known, at: Date): Ending {
  const { cause, talkMs } = reported;
  if (call.status !== 'in_progress' && talkMs === null) {
    const { trigger, reason } = UNCONNECTED[cause] ?? {
      trigger: 'fail',
      reason: 'The carrier could not place the call.',
    };
    const ours = call.direction === 'inbound' && cause === 'carrier_lost_it' ? DIED_UNANSWERED : reason;
    return { status: 'unconnected', trigger, reason: reported.reason ?? ours };
  }
  const answeredAt =
    call.answeredAt ?? new Date(Math.max(at.getTime() - (talkMs ?? 0), call.dialedAt?.getTime() ?? 0));
  const longest = call.maxTalkSeconds ?? Infinity;
  const seconds = Math.floor((talkMs ?? at.getTime() - answeredAt.getTime()) / 1_000);
  const durationSeconds = Math.max(0, Math.min(seconds, longest));
  const reason =
    reported.reason ?? (cause === 'limit_of_minutes' ? limitReason(call) : COMPLETED_REASONS[cause]);
  return {
    status: 'completed',
    durationSeconds,
    answeredAt,
    reason: reason ?? null,
    message: `The call ended after ${durationSeconds} s of talk.${reason === undefined ? '' : ` ${reason}`}`,
    endedBy: endedBy(reported),
  };
}

/** Limits are the agent's; after a crash nobody knows who hung up. */
function endedBy({ cause, by = null }: ReportedEnd): EndedBy | null {
  if (cause === 'carrier_lost_it') return null;
  return cause === 'limit_of_minutes' ? 'agent' : by;
}

/** Recording state after the end of a talk. A stored recording stays: the end may arrive after a crash. */
export function recordingAfter(
  { recordingFile: file }: ReportedEnd,
  { recording, recordedMs }: CallState,
): Pick<CallState, 'recording' | 'recordedMs'> {
  if (file === undefined || recording !== null) return { recording, recordedMs };
  if (file === 'none') return { recording: 'none', recordedMs: null };
  return { recording: file.stored ? 'stored' : 'awaited', recordedMs: file.ms };
}

export function analysisWaitOf(
  { transcribing }: ReportedEnd,
  { recording }: Pick<CallState, 'recording'>,
): AnalysisWait {
  if (transcribing === true) return 'transcription';
  return recording === 'awaited' ? 'recording' : 'none';
}
