import { useEffect, useState } from 'react';
import type { Agent } from '../../../api/types';
import { useSignedIn } from '../../../layout/session';
import { draftKey, mayKeepDrafts } from '../../../lib/agent/draft-key';
import { keepDraft, keptDraft } from '../../../lib/agent/drafts';
import { type AgentForm, changesOf, formOf, rebased, typedOf } from '../../../lib/agent/form';

export interface Beginning {
  readonly agent: Agent | null;
  readonly form: AgentForm;
  readonly slot: string;
}

interface State {
  readonly form: AgentForm;
  readonly saved: AgentForm;
  readonly version: string | null;
}

export type Draft = ReturnType<typeof useDraft>;

/** The browser stores the changes until they are saved or the user signs out. */
export function useDraft({ agent, form, slot }: Beginning) {
  const { session, account } = useSignedIn();
  const key = draftKey(session.login.id, account.id, slot);
  const [state, setState] = useState<State>(() => {
    const kept = keptDraft(key);
    const version = agent?.updated_at ?? null;
    return {
      form: { ...form, ...kept?.typed },
      saved: form,
      version: (agent && kept?.version) ?? version,
    };
  });
  const isChanged = Object.keys(changesOf(state.form, state.saved)).length > 0;
  const isBehind = agent !== null && state.version !== null && agent.updated_at > state.version;
  if (isBehind && !isChanged) {
    // Nothing is lost: the newer agent is shown.
    setState({ form, saved: form, version: agent.updated_at });
  }
  const sessionId = session.id;
  useEffect(() => {
    if (!mayKeepDrafts(sessionId)) return;
    keepDraft(key, { version: state.version, typed: typedOf(state.form, state.saved) });
  }, [key, state, sessionId]);
  return {
    ...state,
    key,
    isChanged,
    /** A newer version than the changed one was saved. */
    isBehind: isBehind && isChanged,
    set: <Field extends keyof AgentForm>(changes: Pick<AgentForm, Field>) =>
      setState((now) => ({ ...now, form: { ...now.form, ...changes } })),
    discard: () => setState((now) => ({ ...now, form: now.saved })),
    /** Continues with a saved agent, and the changes since `sent`. */
    goOn: (next: Agent, sent: AgentForm) => {
      const saved = formOf(next);
      setState((now) => ({ form: rebased(now.form, sent, saved), saved, version: next.updated_at }));
    },
    /** Continues with a version with the same fields, such as one that was turned off. */
    adopt: (next: Agent) => {
      const same = formOf(next);
      setState((now) =>
        Object.keys(changesOf(same, now.saved)).length === 0 ? { ...now, version: next.updated_at } : now,
      );
    },
  };
}
