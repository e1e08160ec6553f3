import { unansweredBridgeEnd } from '../../../domain/bridge-end';
import type { BridgeRequest, LegEnd } from '../../../domain/carrier';
import { unconnectedLegEnd } from '../../../domain/connect-end';
import type { CarrierBridgeResult } from './carrier-bridge-options';

const NO_FINAL_STATUS = 'The carrier did not say how the call ended.';

const ENDED_BY = {
  limit: { cause: 'limit_of_minutes', by: 'agent' },
  us: { cause: 'canceled', by: 'agent' },
  them: { cause: 'hung_up', by: null },
} as const;

/** @param recordingFileOf the carrier's recording of a talk */
export function bridgedLegEnd(
  result: CarrierBridgeResult,
  { record = true, maxTalkSeconds }: Pick<BridgeRequest, 'record' | 'maxTalkSeconds'>,
  recordingFileOf: (talkMs: number) => Pick<LegEnd, 'recordingFile'>,
): LegEnd {
  switch (result.kind) {
    case 'failed':
    case 'canceled':
      return unconnectedLegEnd({ kind: 'abandoned' }, 'contact', false);
    case 'unknown':
      return { cause: 'failed', by: 'carrier', talkMs: null, reason: NO_FINAL_STATUS };
    case 'talked': {
      const { by, answeredAt } = result;
      const talkMs = by === 'limit' ? maxTalkSeconds * 1_000 : result.talkMs;
      const file = record && recordingFileOf(talkMs);
      return { ...ENDED_BY[by], talkMs, ...(answeredAt && { answeredAt }), ...file };
    }
    default:
      return unansweredBridgeEnd(result);
  }
}
