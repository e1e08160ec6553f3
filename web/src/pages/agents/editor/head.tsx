import type { Agent } from '../../../api/types';
import { buttonLink } from '../../../components/button/button';
import { Id } from '../../../components/id/copy';
import { Link } from '../../../components/link/link';
import { Status } from '../../../components/status/status';
import { Time } from '../../../components/time/time';
import { t } from '../../../messages/en';
import { AgentActions, stateOf } from '../actions';
import styles from './editor.module.css';

export function AgentHead({ agent }: { readonly agent: Agent }) {
  return (
    <div className={styles.head}>
      <Status status={stateOf(agent)} />
      <span className={styles.soft}>
        {t.agent.changed} <Time at={agent.updated_at} />
      </span>
      <Id id={agent.id} />
    </div>
  );
}

interface HeadActionsProps {
  readonly agent: Agent;
  readonly onDone: (agent: Agent | null) => void;
}

export function HeadActions({ agent, onDone }: HeadActionsProps) {
  return (
    <>
      <AgentActions agent={agent} look="plain" onDone={onDone} />
      <Link to="/agents/new" search={{ copy: agent.id }} className={buttonLink()}>
        {t.agent.duplicate}
      </Link>
    </>
  );
}
