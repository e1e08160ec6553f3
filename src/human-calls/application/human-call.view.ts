import { contactView } from '../../calling';
import { amountOf, numberOf } from '../../platform/kernel/amount';
import { formatInstant } from '../../platform/kernel/instant';
import type { RecordingLink } from '../../platform/storage/recording-links';
import { isFinal } from '../../platform/kernel/transition-table';
import type { HumanTalk } from '../domain/human-analysis';
import type { Disposition, HumanCallState } from '../domain/human-call-state';
import { HUMAN_CALL_TRANSITIONS } from '../domain/human-call-status';

export interface HumanCallSurroundings {
  readonly waitsFor?: string | undefined;
  readonly talk?: HumanTalk | undefined;
  readonly recording?: RecordingLink | undefined;
}

export type HumanCallView = ReturnType<typeof humanCallView>;

export function humanCallView(call: HumanCallState, { waitsFor, talk, recording }: HumanCallSurroundings) {
  const reason = call.status === 'queued' ? waitsFor : call.statusReason;
  return {
    id: call.id,
    object: 'human_call' as const,
    status: call.status,
    ...(reason == null ? {} : { status_reason: reason }),
    no_answer_by: call.noAnswerBy,
    counsellor: { id: call.counsellorId, name: call.counsellorName, email: call.counsellorEmail },
    phone_number: call.phoneNumber,
    contact: contactView(call),
    crm_lead_linked: call.leadId !== null,
    metadata: call.metadata,
    analyze: call.analyze,
    status_updates: call.statusUpdates,
    created_at: formatInstant(call.createdAt),
    dialed_at: call.dialedAt && formatInstant(call.dialedAt),
    answered_at: call.answeredAt && formatInstant(call.answeredAt),
    ended_at: call.endedAt && formatInstant(call.endedAt),
    duration_seconds: call.durationSeconds,
    recording_url: recording?.url ?? null,
    recording_expires_at: recording ? formatInstant(recording.expiresAt) : null,
    disposition: call.disposition && dispositionView(call.disposition),
    analysis: analysisView(call, talk),
    cost: costView(call),
  };
}

function dispositionView({ label, note, recordedBy, recordedAt }: Disposition) {
  return { label, note, recorded_by: recordedBy, recorded_at: recordedAt };
}

function analysisView(call: HumanCallState, talk: HumanTalk | undefined) {
  const { analysisStatus: status, analysisReason: reason } = call;
  if (status !== 'completed' || !talk?.reading) return { status, ...(reason === null ? {} : { reason }) };
  const { summary, sentiment, answers, followUp, followUpNote, credits } = talk.reading;
  return {
    status,
    summary,
    sentiment,
    answers,
    follow_up: followUp,
    follow_up_note: followUpNote,
    transcript: talk.turns.map(({ speaker, text, startMs, endMs }) => ({
      speaker,
      text,
      start_ms: startMs,
      end_ms: endMs,
    })),
    recorded_seconds: talk.recordedSeconds,
    credits: numberOf(amountOf(credits)),
  };
}

/** null while the call runs. Only talk on the hosted carrier is charged to credits. */
function costView({ status, charged, durationSeconds, hosted }: HumanCallState) {
  if (!isFinal(HUMAN_CALL_TRANSITIONS, status)) return null;
  return {
    credits: charged === null ? 0 : numberOf(amountOf(charged)),
    talk_seconds: durationSeconds ?? 0,
    billed_by: hosted ? ('credits' as const) : ('provider' as const),
  };
}
