import type { Carrier } from '../../telephony';

/** Nothing reported for this long in dialing, and this long beyond the limit of minutes in progress. */
const DIALING_SILENCE_MS = 120_000;
const TALK_GRACE_MS = 60_000;

/** However fast a simulated network is, the watchdog gives it this much real time. */
const LEAST_DIALING_MS = 1_000;
const LEAST_TALK_MS = 30_000;

/** When the watchdog asks about a call that dials. */
export function dialingWatchdog(nowMs: number, carrier: Carrier | undefined): Date {
  const wait = carrier?.waitMs(DIALING_SILENCE_MS) ?? DIALING_SILENCE_MS;
  return new Date(nowMs + Math.max(LEAST_DIALING_MS, wait));
}

/** When the watchdog asks about a call in progress. */
export function talkWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const longest = maxTalkSeconds * 1_000 + TALK_GRACE_MS;
  return new Date(nowMs + Math.max(LEAST_TALK_MS, carrier?.waitMs(longest) ?? longest));
}
