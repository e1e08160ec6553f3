import { type EndCause, hasReachedLimit, limitReason } from '../../shared-kernel/end-cause';
import type { ReportedRecordingFile } from '../../shared-kernel/recording-state';
import type { HumanCallState, LegName } from './human-call-state';
import type { HumanCallTrigger } from './human-call-status';

/** How a connection ended, as the carrier reported it or the watchdog found it. */
export interface ReportedEnd {
  readonly cause: EndCause;
  /** Talk in network time; null when the contact did not answer or the carrier does not report it. */
  readonly talkMs: number | null;
  readonly reason?: string | undefined;
  readonly unansweredLeg?: LegName | undefined;
  readonly answeredAt?: Date | undefined;
  /** True for a simulated call, whose transcript is known. */
  readonly hasTranscript: boolean;
  /** Absent for a simulated call, which has no file. */
  readonly recordingFile?: ReportedRecordingFile | undefined;
}

export type Ending =
  | {
      readonly kind: 'talked';
      readonly durationSeconds: number;
      readonly answeredAt: Date | null;
      readonly reason: string | null;
    }
  | {
      readonly kind: 'unconnected';
      readonly trigger: HumanCallTrigger;
      readonly reason: string | null;
      readonly noAnswerBy: LegName | null;
    };

/** Causes that stay on a completed call as its `status_reason`. */
const COMPLETED_REASONS: Partial<Record<EndCause, string>> = {
  connection_lost: 'The connection was lost during the talk.',
  carrier_lost_it: 'The talk was cut off: the service that connected it stopped.',
  canceled: 'The talk was ended by the service.',
  failed: 'The carrier ended the talk.',
};

const FAILED_REASONS: Partial<Record<EndCause, string>> = {
  carrier_lost_it: 'The carrier knows nothing of the call any more.',
  canceled: 'The call was stopped before the contact answered.',
};

/** A contact who answered (answer seen, or talk time reported) completes the call, whatever ended it (R7). */
export function endingOf(reported: ReportedEnd, call: HumanCallState, at: Date): Ending {
  const { cause, talkMs } = reported;
  if (call.status !== 'in_progress' && talkMs === null) return unconnectedEnding(reported);
  const answeredAt = call.answeredAt ?? reported.answeredAt ?? null;
  const since = answeredAt ?? call.dialedAt ?? at;
  const longest = call.maxTalkSeconds ?? Infinity;
  const seconds = Math.floor((talkMs ?? at.getTime() - since.getTime()) / 1_000);
  // A process that recovered the call does not know the limit that the carrier was given.
  const isLimit =
    cause === 'limit_of_minutes' ||
    (cause === 'hung_up' && hasReachedLimit(talkMs ?? 0, 0, call.maxTalkSeconds ?? 0));
  const reason = isLimit ? limitReason(call) : COMPLETED_REASONS[cause];
  return {
    kind: 'talked',
    durationSeconds: Math.max(0, Math.min(seconds, longest)),
    answeredAt,
    reason: reported.reason ?? reason ?? null,
  };
}

/** Recording state after the end of a talk. A stored recording stays: the end may arrive after a crash. */
export function recordingAfter(
  { recordingFile: file }: ReportedEnd,
  { recording, recordedMs }: HumanCallState,
): Pick<HumanCallState, 'recording' | 'recordedMs'> {
  if (file === undefined || recording !== 'awaited') return { recording, recordedMs };
  if (file === 'none') return { recording: 'none', recordedMs: null };
  return { recording: file.stored ? 'stored' : 'awaited', recordedMs: file.ms };
}

function unconnectedEnding({ cause, reason, unansweredLeg }: ReportedEnd): Ending {
  // `no_answer_by` is set only on no_answer and busy, and only if the carrier reports which phone did not pick up.
  const noAnswerBy = unansweredLeg ?? null;
  const statusReason = reason ?? null;
  if (cause === 'no_answer')
    return { kind: 'unconnected', trigger: 'ring_out', reason: statusReason, noAnswerBy };
  if (cause === 'busy')
    return { kind: 'unconnected', trigger: 'find_busy', reason: statusReason, noAnswerBy };
  const whose = unansweredLeg === 'counsellor' ? "The counsellor's phone" : 'The number';
  const unreachable = `${whose} does not exist or cannot be reached.`;
  const why = cause === 'number_unreachable' ? unreachable : FAILED_REASONS[cause];
  return {
    kind: 'unconnected',
    trigger: 'fail',
    reason: reason ?? why ?? 'The carrier could not place the call.',
    noAnswerBy: null,
  };
}
