import { useNavigate } from '@tanstack/react-router';
import { queryClient } from '../../api/queries';
import { type Tool, toolRequests } from '../../api/tools';
import { useConfirm } from '../../layout/confirmation';
import { useAction } from '../../layout/use-action';
import { useToast } from '../../layout/toast';
import { shown } from '../../lib/text';
import { tool as texts } from '../../messages/en/tools';

/** Removes a tool after a question, and leads to the list. */
export function useRemove(): (tool: Tool) => Promise<void> {
  const { confirm } = useConfirm();
  const { run } = useAction();
  const navigate = useNavigate();
  const toast = useToast();
  return async ({ id, name }) => {
    const isSure = await confirm({
      title: texts.removeQuestion(shown(name)),
      text: texts.removeText,
      action: texts.removeTool,
    });
    if (!isSure || !(await run(() => toolRequests.remove(id)))) return;
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
    await navigate({ to: '/tools', ignoreBlocker: true });
    toast({ text: texts.removed });
    queryClient.removeQueries({ queryKey: ['tool', id] });
  };
}
