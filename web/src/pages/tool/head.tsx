import type { Tool } from '../../api/tools';
import type { AgentRow } from '../../api/types';
import { Id } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Status } from '../../components/status/status';
import { Time } from '../../components/time/time';
import { StatusLine } from '../../layout/record-page/record-page';
import { tool as texts, tools } from '../../messages/en/tools';
import styles from './page.module.css';

interface ToolHeadProps {
  readonly tool: Tool;
  readonly agents: readonly AgentRow[];
}

export function ToolHead({ tool, agents }: ToolHeadProps) {
  const { id, kind, enabled, secret_last4: last4, updated_at: at, agent_ids: ids } = tool;
  const names = new Map(agents.map((agent) => [agent.id, agent.name]));
  return (
    <StatusLine>
      <Status status={enabled ? 'on' : 'off'} />
      <span>{tools.kinds.get(kind) ?? kind}</span>
      {last4 !== undefined && (
        <span className="soft">
          {texts.secret} {texts.endsWith(last4)}
        </span>
      )}
      <span className="soft">
        {texts.changed} <Time at={at} />
      </span>
      <Id id={id} />
      <p className={styles.usedBy}>
        {ids.length === 0 ? texts.notUsed : `${tools.usedBy}: `}
        {ids.map((agentId) => (
          <Link key={agentId} to="/agents/$id" params={{ id: agentId }}>
            <Name>{names.get(agentId) ?? agentId}</Name>
          </Link>
        ))}
      </p>
    </StatusLine>
  );
}
