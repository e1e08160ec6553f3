import type { ReactNode } from 'react';
import { Failed } from '../../../components/failed/failed';
import { Name } from '../../../components/name/name';
import { useInView } from '../../../layout/form';
import { Page } from '../../../layout/page';
import { Conflict } from '../../../layout/record-page/conflict';
import { t } from '../../../messages/en';
import { Aside } from './aside';
import type { Editing } from './context';
import styles from './editor.module.css';
import { EditorForm } from './editor-form';
import { AgentHead, HeadActions } from './head';
import { useAgentUpdates } from './use-agent-updates';
import type { Beginning } from './use-draft';
import { useEditor } from './use-editor';

interface EditorProps extends Pick<Editing, 'engines' | 'resources'> {
  readonly beginning: Beginning;
  /** A new agent with initial values is validated from the start. */
  readonly isFilled?: boolean;
}

export function Editor({ beginning, isFilled = false, engines, resources }: EditorProps): ReactNode {
  const { agent } = beginning;
  const editor = useEditor(beginning, isFilled);
  const { draft, problems, rest, set } = editor;
  const { form, isChanged } = draft;
  const above = useInView(editor.above);
  const { reload, afterAction } = useAgentUpdates(agent?.id ?? null, draft, editor.forgive);
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
      <div ref={above}>
        {editor.isNewer && (
          <Conflict problem={t.agent.conflict} isChanged={isChanged} onReload={() => void reload()} />
        )}
        {rest && <Failed error={rest} />}
      </div>
      <div className={styles.columns}>
        <EditorForm
          editing={{ form, problems, engines, resources, set }}
          failure={editor.failure}
          isChanged={isChanged}
          isNew={agent === null}
          isBusy={editor.isBusy}
          onSave={editor.send}
          onDiscard={editor.discard}
        />
        <Aside agent={agent} form={form} validation={editor.validation} isSaved={!isChanged} />
      </div>
    </Page>
  );
}
