import type { LegEnd } from './carrier';
import { type LegFailure, classifyFailure } from './cause-map';
import { unconnectedLegEnd } from './connect-end';

/** Legs that a carrier bridges: the one of its call, and the one that this call dials. */
export type BridgeLeg = 'parent' | 'child';

export type BridgeEnd =
  | {
      readonly kind: 'talked';
      /** null: not reported. */
      readonly talkMs: number | null;
      /** null: not reported. */
      readonly answeredAt: Date | null;
    }
  /** `leg`: the unanswered one; null: not reported. */
  | {
      readonly kind: 'unanswered';
      readonly leg: BridgeLeg | null;
      readonly event: LegFailure;
      /** The carrier reports the cause by another callback. */
      readonly lacksCause?: true;
    }
  /** After the parent's answer, before the child's. */
  | { readonly kind: 'parent_hung_up' };

/** Carriers round to whole seconds, and we see an answer late: a right measurement is at most this much shorter. */
export const ROUNDING_MS = 2_000;
/** A correct measurement is at most this much longer. Beyond it, we saw the end late. */
const ROUNDED_DOWN_MS = 1_000;

/** The end of a human call, whose parent leg is the counsellor's. */
export function unansweredBridgeEnd(end: Exclude<BridgeEnd, { kind: 'talked' }>): LegEnd {
  if (end.kind === 'parent_hung_up') return unconnectedLegEnd({ kind: 'abandoned' }, 'contact', true);
  const { leg, event } = end;
  const who = leg === 'parent' ? 'counsellor' : 'contact';
  const legEnd = unconnectedLegEnd(classifyFailure(event).outcome, who, false);
  const { unansweredLeg: _, ...unnamed } = legEnd;
  return leg === null ? unnamed : legEnd;
}

/**
 * Milliseconds. Carriers report whole seconds, so our own measurement is better, unless events were late or lost.
 * @param seenMs between the events of answer and end; null: no event of the answer
 * @param longestMs since the request: an upper bound
 */
export function reconcileTalkMs(seenMs: number | null, reportedMs: number | null, longestMs: number): number {
  const boundedMs = reportedMs === null ? null : Math.max(0, Math.min(reportedMs, longestMs));
  if (seenMs === null) return boundedMs ?? 0;
  if (boundedMs === null) return seenMs;
  const isRounding = seenMs >= boundedMs - ROUNDING_MS && seenMs <= boundedMs + ROUNDED_DOWN_MS;
  return isRounding ? seenMs : boundedMs;
}
