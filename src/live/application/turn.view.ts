import type { ObservedTurn } from '../../voice';

export function turnView({
  speaker,
  text,
  startMs,
  endMs,
  responseMs,
  stages,
  cut,
  toolInvocations,
}: ObservedTurn) {
  return {
    speaker,
    text,
    start_ms: startMs,
    end_ms: endMs,
    ...(responseMs === undefined ? {} : { response_ms: responseMs }),
    ...(stages ? { stages } : {}),
    ...(cut ? { cut } : {}),
    ...(toolInvocations ? { tool_invocations: toolInvocations } : {}),
  };
}
