/** Why a leg ended. Each carrier maps its own causes; the last one is the watchdog's. */
export type EndCause =
  | 'hung_up'
  | 'limit_of_minutes'
  | 'connection_lost'
  | 'no_answer'
  | 'busy'
  | 'number_unreachable'
  | 'failed'
  /** The carrier refused for good. */
  | 'refused'
  | 'canceled'
  | 'carrier_lost_it';

/** The limit of a talk that `limit_of_minutes` ended: the policy's minutes or the reserved credits. */
export function limitReason(call: {
  readonly maxTalkSeconds: number | null;
  readonly creditsLimitTalk: boolean | null;
}): string {
  const minutes = `${Math.round((call.maxTalkSeconds ?? 0) / 60)} min`;
  return call.creditsLimitTalk
    ? `The credits reserved for the talk were used up (${minutes}).`
    : `The talk reached its limit of minutes (${minutes}).`;
}

/** The carrier's own limit may end a talk a little before ours, by our clock. */
const LIMIT_TOLERANCE_MS = 500;

/** @param reportedMs by the carrier; 0: not reported @param maxTalkSeconds 0: no limit */
export function hasReachedLimit(talkMs: number, reportedMs: number, maxTalkSeconds: number): boolean {
  return maxTalkSeconds > 0 && Math.max(talkMs, reportedMs) + LIMIT_TOLERANCE_MS >= maxTalkSeconds * 1_000;
}
