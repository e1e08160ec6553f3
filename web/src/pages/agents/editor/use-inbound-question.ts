import { requests } from '../../../api/requests';
import { useConfirm } from '../../../layout/confirmation';
import { shownNumber } from '../../../lib/shown-time';
import { t } from '../../../messages/en';

/** An agent that only answers calls places none: calls that wait for it end with the save, after a confirmation. */
export function useInboundQuestion(): (id: string, changes: object) => Promise<boolean> {
  const { confirm } = useConfirm();
  return async (id, changes) => {
    if (!('direction' in changes) || changes.direction !== 'inbound') return true;
    const { waiting_calls: waiting } = await requests.validateAgent({ id, agent: {} });
    if (waiting === 0) return true;
    return confirm({
      title: t.batch.cancelQuestion(waiting, shownNumber(waiting)),
      text: t.agent.inboundText,
      action: t.agent.save,
      back: t.common.goBack,
    });
  };
}
