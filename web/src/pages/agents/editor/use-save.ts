import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/error';
import { queryClient, reportError } from '../../../api/queries';
import { requests } from '../../../api/requests';
import type { Agent } from '../../../api/types';
import { useMakeOnce } from '../../../layout/form';
import { useSignedIn } from '../../../layout/session';
import { useIsMounted } from '../../../layout/use-is-mounted';
import { useToast } from '../../../layout/toast';
import { draftKey } from '../../../lib/agent/draft-key';
import { keepDraft } from '../../../lib/agent/drafts';
import { changesOf, formOf, newAgentOf, rebased, typedOf } from '../../../lib/agent/form';
import { removeLocal } from '../../../lib/local-storage';
import { shownNumber } from '../../../lib/shown-time';
import { t } from '../../../messages/en';
import { handOverTalk } from '../talk-handover';
import type { Draft } from './use-draft';
import { useInboundQuestion } from './use-inbound-question';

/** Sends the changes once, however often it is pressed. A new agent's page becomes that of the agent. */
export function useSave(id: string | null, draft: Draft) {
  const toast = useToast();
  const create = useCreate(draft);
  const mayEndCalls = useInboundQuestion();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const isSending = useRef(false);
  const save = async () => {
    if (isSending.current) return;
    if (id !== null && !draft.isChanged) {
      toast({ text: t.common.noChange });
      return;
    }
    isSending.current = true;
    toast(null);
    try {
      if (id !== null && !(await mayEndCalls(id, changesOf(draft.form, draft.saved)))) return;
      setBusy(true);
      let ended = 0;
      if (id === null) await create();
      else ended = await change(id, draft);
      setFailure(null);
      toast({ text: ended > 0 ? savedAndEnded(ended) : t.common.saved });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reportError(error);
      setFailure(error);
      // The agent may be newer, or removed.
      if (id !== null && error.status !== 0) void queryClient.invalidateQueries({ queryKey: ['agent', id] });
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    save,
    isBusy,
    failure,
    forgive: () => setFailure(null),
  };
}

/** Creates the agent and opens its page. Changes during the request become a draft of the agent. */
function useCreate(draft: Draft): () => Promise<void> {
  const { session, account } = useSignedIn();
  const navigate = useNavigate();
  const makeOnce = useMakeOnce();
  const isMounted = useIsMounted();
  const latest = useRef(draft.form);
  useEffect(() => {
    latest.current = draft.form;
  }, [draft.form]);
  return async () => {
    const sent = draft.form;
    const body = newAgentOf(sent) as Parameters<typeof requests.createAgent>[0];
    const made = await makeOnce(body, (key) => requests.createAgent(body, key));
    const saved = formOf(made);
    const typed = typedOf(rebased(latest.current, sent, saved), saved);
    keepDraft(draftKey(session.login.id, account.id, made.id), { version: made.updated_at, typed });
    removeLocal(draft.key);
    handOverTalk(made.id);
    noteSaved(made);
    if (!isMounted.current) return;
    await navigate({ to: '/agents/$id', params: { id: made.id }, replace: true, ignoreBlocker: true });
  };
}

/** Resolves with the number of waiting calls that ended. */
async function change(agentId: string, draft: Draft): Promise<number> {
  const sent = draft.form;
  const changes = { ...changesOf(sent, draft.saved), expected_updated_at: draft.version };
  const changed = await requests.changeAgent(agentId, changes as Parameters<typeof requests.changeAgent>[1]);
  draft.goOn(changed, sent);
  noteSaved(changed);
  return changed.waiting_calls_canceled ?? 0;
}

function savedAndEnded(calls: number): string {
  return `${t.common.saved} ${t.calls.canceled(calls, shownNumber(calls))}`;
}

function noteSaved(agent: Agent): void {
  queryClient.setQueryData(['agent', agent.id], agent);
  void queryClient.invalidateQueries({ queryKey: ['agents'] });
}
