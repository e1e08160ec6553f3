import type { Agent } from '../../../api/types';
import { buttonLink } from '../../../components/button/button';
import { Id } from '../../../components/id/copy';
import { lazyPart } from '../../../components/lazy/lazy';
import { Link } from '../../../components/link/link';
import { Status } from '../../../components/status/status';
import { Time } from '../../../components/time/time';
import { DialogButton } from '../../../layout/buttons/dialog-button';
import { StatusLine } from '../../../layout/record-page/record-page';
import { useToast } from '../../../layout/toast';
import type { AgentForm } from '../../../lib/agent/form';
import { t } from '../../../messages/en';
import { AgentActions, stateOf } from '../actions';

export function AgentHead({ agent }: { readonly agent: Agent }) {
  return (
    <StatusLine>
      <Status status={stateOf(agent)} />
      <span className="soft">
        {t.agent.changed} <Time at={agent.updated_at} />
      </span>
      <Id id={agent.id} />
    </StatusLine>
  );
}

const Versions = lazyPart(() => import('./versions'));

interface HeadActionsProps {
  readonly agent: Agent;
  readonly form: AgentForm;
  /** Fills the editor. */
  readonly onUse: (form: AgentForm) => void;
  readonly onDone: (agent: Agent | null) => void;
}

export function HeadActions({ agent, form, onUse, onDone }: HeadActionsProps) {
  const toast = useToast();
  return (
    <>
      <AgentActions agent={agent} look="plain" onDone={onDone} />
      <Link to="/agents/new" search={{ copy: agent.id }} className={buttonLink()}>
        {t.agent.duplicate}
      </Link>
      <DialogButton
        words={t.agent.versions}
        dialog={Versions}
        with={{
          agentId: agent.id,
          form,
          onUse: (used) => {
            onUse(used);
            toast({ text: t.agent.versionUsed });
          },
        }}
      />
    </>
  );
}
