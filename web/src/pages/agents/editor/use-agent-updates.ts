import { queryClient } from '../../../api/queries';
import { requests } from '../../../api/requests';
import type { Agent } from '../../../api/types';
import { useAction } from '../../../layout/use-action';
import type { Draft } from './use-draft';

/** Brings the saved agent into the draft: after a conflict, and after an action of the head. */
export function useAgentUpdates(id: string | null, draft: Draft, forgive: () => void) {
  const { run } = useAction();
  const reload = () =>
    run(async () => {
      const fresh = await requests.agent(id ?? '');
      draft.goOn(fresh, draft.form);
      forgive();
      queryClient.setQueryData(['agent', fresh.id], fresh);
    });
  const afterAction = (next: Agent | null) => {
    if (next) {
      draft.adopt(next);
      queryClient.setQueryData(['agent', next.id], next);
    } else if (id !== null) void queryClient.invalidateQueries({ queryKey: ['agent', id] });
    void queryClient.invalidateQueries({ queryKey: ['agents'] });
  };
  return { reload, afterAction };
}
