import type { ShownOutcome } from '../../platform/http/answers/outcome.answers';
import type { Turn } from '../../shared-kernel/talk';
import type { TalkAnalysis } from '../domain/talk-analyst';

/** A stored analysis has its follow-up as text. */
type Shown = Omit<TalkAnalysis, 'optedOut' | 'followUp'> & {
  readonly followUp: string | null;
  /** Uses of tools; absent: none. */
  readonly tools?: ShownOutcome['tools'];
};

export function outcomeView(reading: Shown, turns: readonly Turn[]): ShownOutcome {
  const { meeting } = reading;
  return {
    disposition: reading.disposition,
    summary: reading.summary,
    answers: reading.answers,
    lead_rating: reading.leadRating,
    callback_requested: reading.callbackRequested,
    callback_time_text: reading.callbackTimeText,
    follow_up: reading.followUp,
    follow_up_note: reading.followUpNote,
    meeting: meeting && {
      requested: meeting.requested,
      at: meeting.at,
      time_text: meeting.timeText,
      type: meeting.type,
    },
    tools: reading.tools ?? [],
    transcript: turns.map(({ speaker, text, startMs, endMs, responseMs, toolInvocations }) => ({
      speaker,
      text,
      start_ms: startMs,
      end_ms: endMs,
      ...(responseMs === undefined ? {} : { response_ms: responseMs }),
      ...(toolInvocations === undefined ? {} : { tool_invocations: toolInvocations }),
    })),
  };
}
