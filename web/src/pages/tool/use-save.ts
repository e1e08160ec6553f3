import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { type Tool, toolRequests } from '../../api/tools';
import { ApiError } from '../../api/error';
import { useConfirm } from '../../layout/confirmation';
import { focusFirst, showSaved, type Submitting, useMakeOnce, useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { useAction } from '../../layout/use-action';
import {
  formProblems,
  NEW_TOOL,
  newToolOf,
  toolChangesOf,
  toolFieldOf,
  type ToolForm,
  toolFormOf,
} from '../../lib/tool/form';
import { t } from '../../messages/en';
import { problemSentence } from '../../messages/en/problems';
import { tool as texts } from '../../messages/en/tools';
import { leaveTyped, useTypedMeanwhile } from './typed-meanwhile';

interface MadeTool {
  readonly id: string;
  readonly sent: ToolForm;
  /** null: the response with it was lost. */
  readonly secret: string | null;
}

export interface Saving {
  readonly form: UseFormReturn<ToolForm>;
  readonly sending: Submitting;
  /** The tool that was just made, until its secret is stored. */
  readonly made: MadeTool | undefined;
  readonly isBehind: boolean;
  /** A save was refused for it. */
  readonly isStale: boolean;
  readonly reload: () => Promise<unknown>;
  /** Another action saved the tool. Fields that another user changed before it remain a conflict. */
  readonly adopt: (next: Tool) => void;
  readonly openMadeTool: () => void;
}

export function useToolSave(tool: Tool | null): Saving {
  const toast = useToast();
  const { version, isBehind, isStale, setStale, adopt, show } = useVersion(tool);
  const form = useForm<ToolForm>({ defaultValues: tool ? toolFormOf(tool) : NEW_TOOL });
  const { made, create, open } = useMaking(form, adopt);
  useTypedMeanwhile(tool, form);
  const change = async (id: string, typed: ToolForm) => {
    const changes = toolChangesOf(typed, form.formState.defaultValues as ToolForm);
    const hasChanges = Object.keys(changes).length > 0;
    if (hasChanges) {
      const saved = await toolRequests.change(id, { ...changes, expected_updated_at: version });
      adopt(saved);
      showSaved(form, typed, toolFormOf(saved));
    }
    toast({ text: hasChanges ? t.common.saved : t.common.noChange });
  };
  const sending = useSubmit(
    form,
    async (typed) => {
      const problems = formProblems(typed);
      if (problems.length > 0) {
        showProblems(form, problems);
        return;
      }
      try {
        await (tool ? change(tool.id, typed) : create(typed));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.code !== 'version_conflict') throw placedName(error);
        setStale();
      }
    },
    toolFieldOf,
  );
  const reload = useReload(tool, form, adopt);
  return {
    form,
    sending,
    made,
    isBehind,
    isStale,
    reload,
    adopt: (next) => (hasFieldsOf(form, next) ? adopt : show)(next),
    openMadeTool: () => made && open(made),
  };
}

function hasFieldsOf({ formState }: UseFormReturn<ToolForm>, next: Tool): boolean {
  return JSON.stringify(toolFormOf(next)) === JSON.stringify(formState.defaultValues);
}

/** Replaces what was typed by what was saved meanwhile. */
function useReload(tool: Tool | null, form: UseFormReturn<ToolForm>, adopt: (next: Tool) => void) {
  const { run } = useAction();
  return () =>
    run(async () => {
      if (!tool) return;
      const fresh = await toolRequests.read(tool.id);
      adopt(fresh);
      form.reset(toolFormOf(fresh));
    });
}

/** The version that the form has, and whether another was saved since. */
function useVersion(tool: Tool | null) {
  const [version, setVersion] = useState(tool?.updated_at ?? '');
  const [isStale, setStale] = useState(false);
  const show = (next: Tool) => {
    queryClient.setQueryData(['tool', next.id], next);
    void queryClient.invalidateQueries({ queryKey: ['tools'] });
  };
  const adopt = (next: Tool) => {
    show(next);
    setVersion(next.updated_at);
    setStale(false);
  };
  const isBehind = isStale || (tool !== null && tool.updated_at > version);
  return { version, isBehind, isStale, setStale: () => setStale(true), adopt, show };
}

/** Creates a tool, and opens its page once its secret is stored. */
function useMaking(form: UseFormReturn<ToolForm>, adopt: (next: Tool) => void) {
  const { confirmed } = useConfirm();
  const navigate = useNavigate();
  const makeOnce = useMakeOnce();
  const [made, setMade] = useState<MadeTool>();
  const open = ({ id, sent }: Omit<MadeTool, 'secret'>) => {
    leaveTyped(id, sent, form.getValues());
    void navigate({ to: '/tools/$id', params: { id }, replace: true, ignoreBlocker: true });
  };
  const create = async (typed: ToolForm) => {
    const body = newToolOf(typed);
    const answer = await makeOnce(body, (key) => confirmed(() => toolRequests.create(body, key)));
    const { secret, idempotent_replay: _, ...created } = answer;
    adopt(created);
    const which = { id: created.id, sent: typed };
    if (secret === undefined) open(which);
    else setMade({ ...which, secret });
  };
  return { made, create, open };
}

/** Shows at its field that another tool has the name. */
function placedName(error: ApiError): ApiError {
  if (error.code !== 'tool_name_taken') return error;
  const { status, code, message, requestId } = error;
  return new ApiError(status, code, message, requestId, { errors: [{ field: 'name', message }] });
}

function showProblems(form: UseFormReturn<ToolForm>, problems: ReturnType<typeof formProblems>): void {
  for (const { field, kind, detail } of problems) {
    const message = kind === 'json' ? problemSentence(field, texts.notJson(detail)) : texts.twice(detail);
    form.setError(field, { message });
  }
  focusFirst(problems.map(({ field }) => field));
}
