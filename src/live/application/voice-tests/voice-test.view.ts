import { outcomeView } from '../../../conversation';
import { formatInstant } from '../../../platform/kernel/instant';
import type { RecordingLink } from '../../../platform/storage/recording-links';
import type { TestTurn, VoiceTestState } from '../../domain/voice-test';
import { turnView } from '../turn.view';

type StoredOutcome = Parameters<typeof outcomeView>[0];

/** Without transcript and outcome. */
export function voiceTestRow(test: VoiceTestState, recording: RecordingLink | null) {
  const instant = (at: Date | null) => at && formatInstant(at);
  return {
    object: 'voice_test' as const,
    id: test.id,
    agent: { id: test.agentId, name: test.agentName },
    draft: test.agentId === null,
    status: test.status,
    reason: test.reason,
    language: test.language,
    tts_model: test.ttsModel,
    voice: test.voice,
    stt: test.stt,
    by: { id: test.loginId, name: test.loginName },
    created_at: formatInstant(test.createdAt),
    started_at: instant(test.startedAt),
    ended_at: instant(test.endedAt),
    ended_by: test.endedBy,
    duration_seconds: test.durationSeconds,
    max_seconds: test.maxSeconds,
    latency: latencyOf(test.turns),
    delay_ms: test.delayMs,
    barge_ins: test.turns.filter(({ cut }) => cut === true).length,
    outcome_state: test.outcomeState,
    recording_url: recording?.url ?? null,
    recording_expires_at: instant(recording?.expiresAt ?? null),
  };
}

export function voiceTestView(test: VoiceTestState, recording: RecordingLink | null) {
  return {
    ...voiceTestRow(test, recording),
    transcript: test.turns.map(turnView),
    outcome: test.outcome && outcomeView(test.outcome as StoredOutcome, test.turns),
  };
}

/** null: the agent has answered nothing. */
function latencyOf(turns: readonly TestTurn[]) {
  const times = turns.flatMap(({ responseMs }) => responseMs ?? []).sort((a, b) => a - b);
  const at = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0;
  if (times.length === 0) return null;
  return { answers: times.length, median_ms: at(0.5), p95_ms: at(0.95), slowest_ms: at(1) };
}
