import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/queries';
import { type Tool, toolRequests } from '../../api/tools';
import { useAction } from '../../layout/use-action';
import { useToast } from '../../layout/toast';
import { shown } from '../../lib/text';
import { tool as texts } from '../../messages/en/tools';

/** Removes a tool after a question, and leads to the list. */
export function useRemove(): (tool: Tool) => Promise<void> {
  const { run } = useAction();
  const navigate = useNavigate();
  const toast = useToast();
  return async ({ id, name }) => {
    const ask = {
      title: texts.removeQuestion(shown(name)),
      text: texts.removeText,
      action: texts.removeTool,
    };
    if (!(await run(() => toolRequests.remove(id), { ask }))) return;
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    await navigate({ to: '/tools', ignoreBlocker: true });
    toast({ text: texts.removed });
    queryClient.removeQueries({ queryKey: ['tool', id] });
  };
}
