import type { Carrier } from '../../telephony';

/** Each of the two phones rings for so many seconds at the most. */
export const RING_SECONDS = 45;

/** Nothing reported for this long while phones ring, and this long beyond the limit of minutes. */
const RINGING_SILENCE_MS = 120_000;
const TALK_GRACE_MS = 60_000;
/** A delayed provider's record is imported so long after the end. */
const IMPORT_MS = 60_000;

/** However fast a simulated network is, the watchdog gives it this much real time. */
const LEAST_RINGING_MS = 1_000;
const LEAST_TALK_MS = 30_000;

/** When the watchdog asks about a call whose phones ring; of a provider that tells only the end, nothing is expected before. */
export function ringingWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const { statusUpdates = 'realtime' } = carrier?.capabilities ?? {};
  const silence =
    statusUpdates === 'realtime'
      ? RINGING_SILENCE_MS
      : 2 * RING_SECONDS * 1_000 + maxTalkSeconds * 1_000 + IMPORT_MS + TALK_GRACE_MS;
  return new Date(nowMs + Math.max(LEAST_RINGING_MS, carrier?.waitMs(silence) ?? silence));
}

/** When the watchdog asks about a call on which the two talk. */
export function talkWatchdog(nowMs: number, maxTalkSeconds: number, carrier: Carrier | undefined): Date {
  const longest = maxTalkSeconds * 1_000 + TALK_GRACE_MS;
  return new Date(nowMs + Math.max(LEAST_TALK_MS, carrier?.waitMs(longest) ?? longest));
}
