import { RING_SECONDS } from '../../shared-kernel/ringing';

/** Timeout without a report, after which the leg is looked up: while phones ring, and beyond the limit of a talk. */
const RINGING_TIMEOUT_MS = 120_000;
const TALK_GRACE_MS = 60_000;

/** Delay after which a carrier with delayed updates imports its record. */
const IMPORT_GRACE_MS = 60_000;

/**
 * Minimum real time of the watchdog, however fast a simulated network is. A talk waits for models and tools in real time:
 * for 20 uses of 15 s at most.
 */
const MIN_RINGING_TIMEOUT_MS = 1_000;
const MIN_TALK_TIMEOUT_MS = 300_000;

/** Limits depend on the network: a simulated one runs faster than real time. */
export interface NetworkPace {
  /** Real milliseconds of a wait in the carrier's network. */
  waitMs(networkMs: number): number;
}

/** When the watchdog looks up a leg that rings. `pace` is undefined when the service no longer has the carrier. */
export function ringingDeadline(nowMs: number, pace: NetworkPace | undefined): Date {
  return deadline(nowMs, MIN_RINGING_TIMEOUT_MS, RINGING_TIMEOUT_MS, pace);
}

/** The same for a carrier that reports nothing before the end: both phones may ring, and the talk reach its limit. */
export function silentCarrierDeadline(
  nowMs: number,
  maxTalkSeconds: number,
  pace: NetworkPace | undefined,
): Date {
  const longestMs = (2 * RING_SECONDS + maxTalkSeconds) * 1_000 + IMPORT_GRACE_MS + TALK_GRACE_MS;
  return deadline(nowMs, MIN_RINGING_TIMEOUT_MS, longestMs, pace);
}

/** When the watchdog looks up a leg in a talk. */
export function talkDeadline(nowMs: number, maxTalkSeconds: number, pace: NetworkPace | undefined): Date {
  return deadline(nowMs, MIN_TALK_TIMEOUT_MS, maxTalkSeconds * 1_000 + TALK_GRACE_MS, pace);
}

function deadline(nowMs: number, leastMs: number, networkMs: number, pace: NetworkPace | undefined): Date {
  const paced = pace ? Math.max(Math.min(leastMs, networkMs), pace.waitMs(networkMs)) : networkMs;
  return new Date(nowMs + paced);
}
