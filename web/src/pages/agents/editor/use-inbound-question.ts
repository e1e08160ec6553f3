import { useConfirm } from '../../../layout/confirmation';
import { shownNumber } from '../../../lib/shown-time';
import { t } from '../../../messages/en';
import { waitingCallsOf } from '../waiting-calls';

/** Confirms a save that cancels calls waiting for the agent: one that only answers calls places none. */
export function useInboundQuestion(): (id: string, changes: object) => Promise<boolean> {
  const { confirm } = useConfirm();
  return async (id, changes) => {
    if (!('direction' in changes) || changes.direction !== 'inbound') return true;
    const waiting = await waitingCallsOf(id);
    if (waiting === 0) return true;
    return confirm({
      title: t.calls.cancelQuestion(waiting, shownNumber(waiting)),
      text: t.agent.inboundText,
      action: t.agent.save,
      back: t.common.goBack,
    });
  };
}
