import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { AgentRow } from '../../api/types';
import { buttonLink } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import { actionsColumn, type Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { NoAgent } from '../../layout/no-agent';
import { useEngineNames } from '../../layout/engine-names';
import { ListPage } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { languageLabel } from './language-label';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import { AgentActions, stateOf } from './actions';
import styles from './page.module.css';

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['agents'] });

export default function Agents(): ReactNode {
  const manages = useSignedIn().account.scopes.includes('agents:manage');
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const make = manages && (
    <Link to="/agents/new" className={buttonLink('main')}>
      <Icon name="plus" />
      {t.agent.make}
    </Link>
  );
  return (
    <ListPage
      name="agents"
      title={t.agents.title}
      list={agents}
      columns={manages ? [...COLUMNS, ACTIONS] : COLUMNS}
      empty={<NoAgent />}
      lines={6}
      actions={make}
    />
  );
}

function Voice({ voice, engine }: { readonly voice: string; readonly engine: string }) {
  return <LongName>{`${voice}, ${useEngineNames()(engine)}`}</LongName>;
}

const COLUMNS: readonly Column<AgentRow>[] = [
  {
    head: t.agents.name,
    isMain: true,
    cell: ({ id, name }) => (
      <Link to="/agents/$id" params={{ id }}>
        <LongName>{name}</LongName>
      </Link>
    ),
  },
  { head: t.agents.state, isMain: true, cell: (agent) => <Status status={stateOf(agent)} /> },
  {
    head: t.agents.direction,
    cell: ({ direction }) => t.agents.directions.get(direction) ?? inWords(direction),
  },
  { head: t.agents.language, cell: ({ language }) => <LongName>{languageLabel(language ?? '')}</LongName> },
  { head: t.agents.voice, cell: ({ voice, tts_model: engine }) => <Voice voice={voice} engine={engine} /> },
  { head: t.agents.changed, cell: ({ updated_at: at }) => <Time at={at} /> },
];

const ACTIONS = actionsColumn<AgentRow>((agent) => (
  <span className={styles.actions}>
    <AgentActions agent={agent} onDone={refresh} />
    <Link to="/agents/new" search={{ copy: agent.id }} className={buttonLink('quiet')}>
      {t.agent.duplicate}
    </Link>
  </span>
));
