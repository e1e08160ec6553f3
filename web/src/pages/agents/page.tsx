import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { AgentRow } from '../../api/types';
import { buttonLink } from '../../components/button/button';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import { type Column, Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { NoAgent } from '../../layout/no-agent';
import { useEngineNames } from '../../layout/engine-names';
import { Page } from '../../layout/page';
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
  const rows = agents.data?.data ?? [];
  return (
    <Page
      name="agents"
      title={t.agents.title}
      state={agents.data ? 'ready' : agents.isError ? 'error' : 'loading'}
      actions={
        manages && (
          <Link to="/agents/new" className={buttonLink('main')}>
            <Icon name="plus" />
            {t.agent.make}
          </Link>
        )
      }
    >
      {agents.error && <Failed error={agents.error} retry={() => void agents.refetch()} />}
      {agents.isPending && <Skeleton lines={6} />}
      {agents.data && rows.length === 0 && <NoAgent />}
      {rows.length > 0 && (
        <Table
          caption={t.agents.title}
          rows={rows}
          idOf={({ id }) => id}
          columns={manages ? [...COLUMNS, ACTIONS] : COLUMNS}
        />
      )}
    </Page>
  );
}

function Voice({ voice, engine }: { readonly voice: string; readonly engine: string }) {
  return <LongName>{`${voice}, ${useEngineNames()(engine)}`}</LongName>;
}

const COLUMNS: readonly Column<AgentRow>[] = [
  {
    key: 'name',
    head: t.agents.name,
    isMain: true,
    cell: ({ id, name }) => (
      <Link to="/agents/$id" params={{ id }}>
        <LongName>{name}</LongName>
      </Link>
    ),
  },
  {
    key: 'state',
    head: t.agents.state,
    isMain: true,
    cell: (agent) => <Status status={stateOf(agent)} />,
  },
  {
    key: 'direction',
    head: t.agents.direction,
    cell: ({ direction }) => t.agents.directions.get(direction) ?? inWords(direction),
  },
  {
    key: 'language',
    head: t.agents.language,
    cell: ({ language }) => <LongName>{languageLabel(language ?? '')}</LongName>,
  },
  {
    key: 'voice',
    head: t.agents.voice,
    cell: ({ voice, tts_model: engine }) => <Voice voice={voice} engine={engine} />,
  },
  { key: 'changed', head: t.agents.changed, cell: ({ updated_at: at }) => <Time at={at} /> },
];

const ACTIONS: Column<AgentRow> = {
  key: 'actions',
  head: t.agents.actions,
  isMain: true,
  isHeadHidden: true,
  cell: (agent) => (
    <span className={styles.actions}>
      <AgentActions agent={agent} onDone={refresh} />
      <Link to="/agents/new" search={{ copy: agent.id }} className={buttonLink('quiet')}>
        {t.agent.duplicate}
      </Link>
    </span>
  ),
};
