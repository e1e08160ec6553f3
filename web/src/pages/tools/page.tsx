import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { type Tool, toolRequests } from '../../api/tools';
import { buttonLink } from '../../components/button/button';
import { Empty } from '../../components/empty/empty';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { ListPage } from '../../layout/list-page';
import { shownNumber } from '../../lib/shown-time';
import { tools as texts } from '../../messages/en/tools';
import styles from './page.module.css';

const MAX_NAMES = 3;

export default function Tools(): ReactNode {
  const tools = useLive({ key: ['tools'], load: toolRequests.list });
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const names = new Map(agents.data?.data.map(({ id, name }) => [id, name]));
  return (
    <ListPage
      name="tools"
      title={texts.title}
      list={tools}
      also={[agents]}
      isReady={agents.data !== undefined}
      columns={columnsOf(names)}
      empty={<Empty hint={texts.emptyText}>{texts.empty}</Empty>}
      lines={6}
      actions={
        <Link to="/tools/new" className={buttonLink('main')}>
          <Icon name="plus" />
          {texts.make}
        </Link>
      }
    />
  );
}

function columnsOf(names: ReadonlyMap<string, string>): readonly Column<Tool>[] {
  return [
    {
      head: texts.name,
      isMain: true,
      cell: ({ id, name }) => (
        <Link to="/tools/$id" params={{ id }}>
          <LongName>{name}</LongName>
        </Link>
      ),
    },
    { head: texts.kind, cell: ({ kind }) => texts.kinds.get(kind) ?? kind },
    { head: texts.usedBy, cell: ({ agent_ids: ids }) => <UsedBy ids={ids} names={names} /> },
    { head: texts.state, isMain: true, cell: ({ enabled }) => <Status status={enabled ? 'on' : 'off'} /> },
  ];
}

interface UsedByProps {
  readonly ids: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

function UsedBy({ ids, names }: UsedByProps) {
  const rest = ids.length - MAX_NAMES;
  if (ids.length === 0) return '–';
  return (
    <span className={styles.agents}>
      {ids.slice(0, MAX_NAMES).map((id) => (
        <Link key={id} to="/agents/$id" params={{ id }}>
          <LongName>{names.get(id) ?? id}</LongName>
        </Link>
      ))}
      {rest > 0 && <span>{texts.more(shownNumber(rest))}</span>}
    </span>
  );
}
