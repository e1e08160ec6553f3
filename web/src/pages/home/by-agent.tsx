import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { type Column, Table } from '../../components/table/table';
import type { Insights } from '../../api/types';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

type Row = Insights['agents'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    head: t.home.agent,
    isMain: true,
    cell: ({ agent: { id, name } }) => (
      <Link to="/agents/$id" params={{ id }}>
        <LongName>{name}</LongName>
      </Link>
    ),
  },
  {
    head: t.home.rate,
    isMain: true,
    isNumber: true,
    cell: ({ connected, not_connected }) => {
      const all = connected + not_connected;
      return all === 0 ? t.common.none : `${shownNumber(Math.round((connected / all) * 1_000) / 10)} %`;
    },
  },
  { head: t.home.connected, isMain: true, isNumber: true, cell: ({ connected }) => shownNumber(connected) },
  { head: t.home.notConnected, isNumber: true, cell: ({ not_connected }) => shownNumber(not_connected) },
  { head: t.home.minutes, isNumber: true, cell: ({ talk_minutes }) => shownNumber(talk_minutes) },
  { head: t.home.cost, isNumber: true, cell: ({ credits }) => shownNumber(credits) },
];

/** The agent with the most calls first. */
export function ByAgent({ agents }: { readonly agents: readonly Row[] }) {
  return (
    <section className={styles.agents} aria-labelledby="by-agent">
      <h2 id="by-agent">{t.home.byAgent}</h2>
      <Table caption={t.home.byAgent} columns={COLUMNS} rows={agents} idOf={({ agent }) => agent.id} />
    </section>
  );
}
