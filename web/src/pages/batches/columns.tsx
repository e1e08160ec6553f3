import { Link } from '../../components/link/link';
import type { BatchRow } from '../../api/types';
import { LongName } from '../../components/name/long-name';
import { Progress } from '../../components/progress/progress';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

const COLUMNS: readonly Column<BatchRow>[] = [
  {
    key: 'name',
    head: t.batches.name,
    isMain: true,
    cell: ({ id, name, test }) => (
      <>
        <Link to="/batches/$id" params={{ id }}>
          <LongName>{name ?? t.batches.unnamed}</LongName>
        </Link>
        {test && <span className={styles.test}>{t.calls.testMark}</span>}
      </>
    ),
  },
  { key: 'agent', head: t.batches.agent, cell: ({ agent }) => <LongName>{agent.name}</LongName> },
  {
    key: 'progress',
    head: t.batches.progress,
    isMain: true,
    cell: ({ rows }) => <Progress label={t.batches.progress} done={rows.total - rows.open} of={rows.total} />,
  },
  {
    key: 'connected',
    head: t.batches.connected,
    isNumber: true,
    cell: ({ counts }) => shownNumber(counts.completed),
  },
  {
    key: 'not-connected',
    head: t.batches.notConnected,
    isNumber: true,
    cell: ({ counts }) => shownNumber(counts.no_answer + counts.busy + counts.failed),
  },
  { key: 'created', head: t.batches.created, cell: ({ created_at }) => <Time at={created_at} /> },
];

const ATTEMPTS: Column<BatchRow> = {
  key: 'attempts',
  head: t.attempts.title,
  isNumber: true,
  cell: ({ total }) => shownNumber(total),
};

/** With the attempts, once a batch may have several for a contact. */
export function columnsOf(batches: readonly BatchRow[]): readonly Column<BatchRow>[] {
  return batches.some(({ retry }) => retry !== null) ? [...COLUMNS, ATTEMPTS] : COLUMNS;
}
