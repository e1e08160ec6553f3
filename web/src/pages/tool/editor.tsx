import { type ReactNode, useState } from 'react';
import type { AgentRow } from '../../api/types';
import { type Refresh, type Tool, toolRequests } from '../../api/tools';
import { Button } from '../../components/button/button';
import { lazyPart } from '../../components/lazy/lazy';
import { Name } from '../../components/name/name';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { useInView } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { Page } from '../../layout/page';
import { Conflict } from '../../layout/record-page/conflict';
import { SecretDialog } from '../../layout/secret-dialog';
import { useAction } from '../../layout/use-action';
import { tool as texts } from '../../messages/en/tools';
import { ToolFields } from './fields';
import { ToolHead } from './head';
import { RefreshResult } from './server-tools';
import { useRemove } from './use-remove';
import { useToolSave } from './use-save';

const TryTool = lazyPart(() => import('./try-tool'));
const RotateSecret = lazyPart(() => import('../../layout/rotate-secret'));

interface ToolEditorProps {
  /** null: a new one. */
  readonly tool: Tool | null;
  readonly agents: readonly AgentRow[];
}

export function ToolEditor({ tool, agents }: ToolEditorProps): ReactNode {
  const saving = useToolSave(tool);
  const { form, sending, made, adopt } = saving;
  const above = useInView(saving.isStale);
  const { found, isBusy, refresh } = useRefresh(tool, adopt);
  useLeaveGuard(sending.isChanged && made === undefined);
  const rotate = async (seconds: number) => {
    const {
      secret: made,
      previous_secret_valid_until: _,
      ...next
    } = await toolRequests.rotate(tool?.id ?? '', seconds);
    adopt(next);
    return { secret: made };
  };
  return (
    <Page
      name="tool"
      title={tool ? tool.name : texts.newTitle}
      heading={tool && <Name>{tool.name}</Name>}
      isForeign={tool !== null}
      state="ready"
      actions={
        tool && (
          <Actions
            tool={tool}
            isChanged={sending.isChanged}
            isBusy={isBusy}
            onRotate={rotate}
            onRefresh={() => void refresh()}
          />
        )
      }
    >
      {tool && <ToolHead tool={tool} agents={agents} />}
      {found && <RefreshResult found={found} />}
      <div ref={above}>
        {saving.isBehind && (
          <Conflict
            problem={texts.conflict}
            isChanged={sending.isChanged}
            onReload={() => void saving.reload()}
          />
        )}
      </div>
      <ToolFields tool={tool} form={form} sending={sending} />
      {made && <MadeSecret secret={made.secret} onClose={saving.openMadeTool} />}
    </Page>
  );
}

interface MadeSecretProps {
  readonly secret: string | null;
  readonly onClose: () => void;
}

function MadeSecret(props: MadeSecretProps) {
  const { newTitle: title, made: text, lost } = texts;
  return <SecretDialog {...{ title, text, lost, ...props }} testId="new-secret" />;
}

/** Requests the list of the server's tools. */
function useRefresh(tool: Tool | null, adopt: (next: Tool) => void) {
  const [found, setFound] = useState<Refresh | null>(null);
  const { isBusy, run } = useAction();
  const refresh = () =>
    run(async () => {
      if (!tool) return;
      setFound(null);
      const { refresh: what, ...next } = await toolRequests.refresh(tool.id);
      adopt(next);
      setFound(what);
    });
  return { found, isBusy, refresh };
}

interface ActionsProps {
  readonly tool: Tool;
  readonly isBusy: boolean;
  readonly isChanged: boolean;
  readonly onRotate: (seconds: number) => Promise<{ readonly secret: string }>;
  readonly onRefresh: () => void;
}

function Actions({ tool, isChanged, isBusy, onRotate, onRefresh }: ActionsProps) {
  const remove = useRemove();
  return (
    <>
      <DialogButton words={texts.try} dialog={TryTool} with={{ tool, isChanged }} />
      {tool.kind === 'mcp' ? (
        <Button isBusy={isBusy} onClick={onRefresh}>
          {texts.refresh}
        </Button>
      ) : (
        <DialogButton words={texts.rotate} dialog={RotateSecret} with={{ rotate: onRotate }} />
      )}
      <Button onClick={() => void remove(tool)}>{texts.removeTool}</Button>
    </>
  );
}
