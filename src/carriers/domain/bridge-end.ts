import type { LegEnd, LegName } from './carrier';
import { type LegFailure, classifyFailure } from './cause-map';
import { unconnectedLegEnd } from './connect-end';

export type BridgeEnd =
  | {
      readonly kind: 'talked';
      /** Reported by the carrier; null: it does not report this. */
      readonly talkMs: number | null;
      /** Reported by the carrier; null: it does not report this. */
      readonly answeredAt: Date | null;
    }
  /** `who`: the unanswered phone; null: the carrier does not report it. */
  | { readonly kind: 'unanswered'; readonly who: LegName | null; readonly event: LegFailure }
  /** The counsellor had answered, and hung up before the contact answered. */
  | { readonly kind: 'counsellor_hung_up' };

/** Carriers round to whole seconds: up to this difference our own measurement is right. */
export const ROUNDING_MS = 2_000;

/** The carrier's report of a human call without a talk. */
export function unansweredBridgeEnd(end: Exclude<BridgeEnd, { kind: 'talked' }>): LegEnd {
  if (end.kind === 'counsellor_hung_up') return unconnectedLegEnd({ kind: 'abandoned' }, 'contact', true);
  const { who, event } = end;
  const legEnd = unconnectedLegEnd(classifyFailure(event).outcome, who ?? 'contact', false);
  const { unansweredLeg: _, ...unnamed } = legEnd;
  return who === null ? unnamed : legEnd;
}

/**
 * The talk of two people, in milliseconds. Carriers report whole seconds, so our own measurement is better, unless
 * events were late or lost.
 * @param seenMs from the answer to the end as events arrived; null: no event of the answer
 * @param longestMs since the request: an upper bound
 */
export function reconcileTalkMs(seenMs: number | null, reportedMs: number | null, longestMs: number): number {
  const boundedMs = reportedMs === null ? null : Math.max(0, Math.min(reportedMs, longestMs));
  if (seenMs === null) return boundedMs ?? 0;
  return boundedMs === null || Math.abs(seenMs - boundedMs) <= ROUNDING_MS ? seenMs : boundedMs;
}
