/** Why a leg ended, in our words: each carrier maps its own; the watchdog finds the last. */
export type EndCause =
  | 'hung_up'
  | 'limit_of_minutes'
  | 'connection_lost'
  | 'no_answer'
  | 'busy'
  | 'number_unreachable'
  | 'failed'
  | 'canceled'
  | 'carrier_lost_it';

/** What ended a talk of `limit_of_minutes`: the policy's minutes, or those that the credits lasted for. */
export function limitReason(call: {
  readonly maxTalkSeconds: number | null;
  readonly creditsLimitTalk: boolean | null;
}): string {
  const minutes = `${Math.round((call.maxTalkSeconds ?? 0) / 60)} min`;
  return call.creditsLimitTalk
    ? `The credits reserved for the talk were used up (${minutes}).`
    : `The talk reached its limit of minutes (${minutes}).`;
}
