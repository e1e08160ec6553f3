import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../api/error';
import { queryClient } from '../../../api/queries';
import { requests } from '../../../api/requests';
import type { Agent } from '../../../api/types';
import { Failed } from '../../../components/failed/failed';
import { Name } from '../../../components/name/name';
import { Page } from '../../../layout/page';
import { UNSAVED, useLeaveGuard } from '../../../layout/leave-guard';
import { useAction } from '../../../layout/use-action';
import { documentOf, formOf } from '../../../lib/agent/form';
import { fieldOf, type Problem } from '../../../lib/agent/problems';
import { t } from '../../../messages/en';
import { problemInWords, problemSentence } from '../../../messages/en/problems';
import { Aside } from './aside';
import { Conflict } from './conflict';
import { type Editing, EditingContext } from './context';
import styles from './editor.module.css';
import { AgentHead, HeadActions } from './head';
import { SaveBar } from './save-bar';
import { SECTIONS } from './sections';
import { type Beginning, useDraft } from './use-draft';
import { useSave } from './use-save';
import { useValidation } from './use-validation';

const LEAVE = { ...UNSAVED, text: t.agent.leaveText };

interface EditorProps extends Pick<Editing, 'engines' | 'resources'> {
  readonly beginning: Beginning;
  /** A new agent with initial values is validated from the start. */
  readonly isFilled?: boolean;
}

export function Editor({ beginning, isFilled = false, engines, resources }: EditorProps): ReactNode {
  const { agent } = beginning;
  const id = agent?.id ?? null;
  const draft = useDraft(beginning);
  const { isChanged, form } = draft;
  const validation = useValidation(id, draft, id === null && !isFilled && !isChanged);
  const { save, isBusy, failure, forgive } = useSave(id, draft);
  const [hasTried, setTried] = useState(false);
  const { run } = useAction();
  useLeaveGuard(isChanged && !isBusy, LEAVE);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const send = () => {
    setTried(true);
    void save();
  };
  useSaveKey(send);

  const failed = failure ? problemsOf(failure) : [];
  const told: readonly Problem[] = [...failed, ...(validation.data?.errors ?? [])];
  // Empty fields of a new agent are reported when the user tries to save.
  const isShown = ({ field }: Problem) =>
    hasTried || id !== null || !isEmpty(documentOf(form)[fieldOf(field) as keyof typeof form]);
  const problems = told.filter(isShown).map(shownProblem);
  const isNewer =
    draft.isBehind ||
    failure?.code === 'version_conflict' ||
    (isChanged && validation.data?.errors.some(({ code }) => code === 'version_conflict'));
  const rest = failure && failed.length === 0 && failure.code !== 'version_conflict' ? failure : null;
  const reload = () =>
    run(async () => {
      const fresh = await requests.agent(id ?? '', new AbortController().signal);
      draft.goOn(fresh, form);
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

  return (
    <Page
      name="agent"
      title={agent ? agent.name : t.agent.newTitle}
      heading={agent && <Name>{agent.name}</Name>}
      isForeign={agent !== null}
      state="ready"
      actions={agent && <HeadActions agent={agent} form={form} onUse={draft.set} onDone={afterAction} />}
    >
      {agent && <AgentHead agent={agent} />}
      {isNewer && <Conflict onReload={() => void reload()} />}
      {rest && <Failed error={rest} />}
      <div className={styles.columns}>
        <form
          ref={frame}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            send();
          }}
        >
          <EditingContext
            value={{
              form,
              problems,
              engines,
              resources,
              set: (changes) => {
                forgive();
                draft.set(changes);
              },
            }}
          >
            {SECTIONS.map(({ title, fields }) => (
              <section key={title} className={styles.section}>
                <h2>{title}</h2>
                {fields}
              </section>
            ))}
          </EditingContext>
          <SaveBar
            isChanged={isChanged}
            isNew={id === null}
            isBusy={isBusy}
            onDiscard={() => {
              forgive();
              setTried(false);
              draft.discard();
            }}
          />
        </form>
        <Aside agent={agent} form={form} validation={validation} isSaved={!isChanged} />
      </div>
    </Page>
  );
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat) save();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function problemsOf({ code, message, details }: ApiError): readonly Problem[] {
  if (code === 'agent_name_taken') return [{ field: 'name', message }];
  const known = Object.keys(documentOf(formOf({})));
  const all = details.errors ?? (details.field === undefined ? [] : [{ field: details.field, message }]);
  return all.filter(({ field }) => known.includes(fieldOf(field)));
}

/** Of an entry its number is shown in front. */
function shownProblem({ field, message }: Problem): Problem {
  const words = field.includes('[') ? problemInWords : problemSentence;
  return { field, message: words(field, message) };
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined;
}
