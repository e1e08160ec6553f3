import type { EndCause } from '../../shared-kernel/end-cause';
import type { LegEnd, LegName } from './carrier';

export type UnansweredReason =
  | { readonly kind: 'abandoned' }
  /** No trunk accepted the call. `reason` follows "The carrier refused". */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'ended'; readonly cause: EndCause; readonly reason?: string };

const COUNSELLOR_LEFT = 'The counsellor hung up before the contact answered.';

/** @param who was rung last @param hasLeft the counsellor hung up before the contact answered */
export function unconnectedLegEnd(why: UnansweredReason, who: LegName, hasLeft: boolean): LegEnd {
  const end = { by: 'carrier', talkMs: null, unansweredLeg: who } as const;
  switch (why.kind) {
    case 'abandoned':
      return hasLeft
        ? { ...end, cause: 'failed', by: 'human', reason: COUNSELLOR_LEFT }
        : { ...end, cause: 'canceled', by: null };
    case 'refused':
      return { ...end, cause: 'failed', reason: `The carrier refused: ${why.reason}` };
    case 'ended': {
      const { cause, reason } = why;
      return { ...end, cause, ...(reason !== undefined && { reason }) };
    }
  }
}
