import type { LegEnd, LegName } from './carrier';
import { type LegFailure, classifyFailure } from './cause-map';
import { unconnectedLegEnd } from './connect-end';

/** How a human call ended that its carrier joined. */
export type BridgeEnd =
  | {
      readonly kind: 'talked';
      /** By the carrier's word; null: it says nothing of it. */
      readonly talkMs: number | null;
      /** By the carrier's word; null: it says nothing of it. */
      readonly answeredAt: Date | null;
    }
  /** `who`: whose phone; null: the carrier does not say. */
  | { readonly kind: 'unanswered'; readonly who: LegName | null; readonly event: LegFailure }
  /** The counsellor had answered, and was gone before the contact answered. */
  | { readonly kind: 'counsellor_hung_up' };

/** Up to this, what the carrier tells and what we saw differ by its rounding to whole seconds. */
export const ROUNDING_MS = 2_000;

/** What the carrier tells of the end of a human call whose two people never talked. */
export function unansweredBridgeEnd(end: Exclude<BridgeEnd, { kind: 'talked' }>): LegEnd {
  if (end.kind === 'counsellor_hung_up') return unconnectedLegEnd({ kind: 'abandoned' }, 'contact', true);
  const { who, event } = end;
  const told = unconnectedLegEnd(classifyFailure(event).outcome, who ?? 'contact', false);
  const { unansweredLeg: _, ...unnamed } = told;
  return who === null ? unnamed : told;
}

/**
 * How long two people talked, in milliseconds. Carriers tell whole seconds, so what we saw ourselves is better, unless words
 * of the carrier were late or lost.
 * @param seenMs from the answer to the end as they were told; null: the answer was not
 * @param longestMs since the carrier was asked for the call: nobody talked for longer, whatever is told
 */
export function reconcileTalkMs(seenMs: number | null, toldMs: number | null, longestMs: number): number {
  const told = toldMs === null ? null : Math.max(0, Math.min(toldMs, longestMs));
  if (seenMs === null) return told ?? 0;
  return told === null || Math.abs(seenMs - told) <= ROUNDING_MS ? seenMs : told;
}
