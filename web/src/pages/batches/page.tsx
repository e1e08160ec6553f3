import type { ReactNode } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { BatchRow } from '../../api/types';
import { buttonLink } from '../../components/button/button';
import { Link } from '../../components/link/link';
import { LongName } from '../../components/name/long-name';
import { Progress } from '../../components/progress/progress';
import { TestMark } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { ListPage } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';

export default function Batches(): ReactNode {
  const { account } = useSignedIn();
  const { after } = useAddress();
  const batches = useLive({
    key: ['batches', after],
    load: (signal) => requests.batches(after, signal),
    // Finished ones do not change.
    every: (last) =>
      last?.data.every(({ finished, total }) => finished === total) ? EVERY.once : EVERY.calls,
    keep: true,
  });
  const upload = account.scopes.includes('calls:write') && (
    <Link className={buttonLink('main')} to="/batches/new">
      {t.batches.upload}
    </Link>
  );
  return (
    <ListPage
      name="batches"
      title={t.batches.title}
      caption={t.batches.table}
      list={batches}
      columns={columnsOf(batches.data?.data ?? [])}
      empty={t.batches.empty}
      lines={12}
      reserve
      actions={upload}
    />
  );
}

const COLUMNS: readonly Column<BatchRow>[] = [
  {
    head: t.batches.name,
    isMain: true,
    cell: ({ id, name, test }) => (
      <>
        <Link to="/batches/$id" params={{ id }}>
          <LongName>{name ?? t.batches.unnamed}</LongName>
        </Link>
        {test && <TestMark />}
      </>
    ),
  },
  { head: t.batches.agent, cell: ({ agent }) => <LongName>{agent.name}</LongName> },
  {
    head: t.batches.progress,
    isMain: true,
    cell: ({ rows }) => <Progress label={t.batches.progress} done={rows.total - rows.open} of={rows.total} />,
  },
  { head: t.batches.connected, isNumber: true, cell: ({ counts }) => shownNumber(counts.completed) },
  {
    head: t.batches.notConnected,
    isNumber: true,
    cell: ({ counts }) => shownNumber(counts.no_answer + counts.busy + counts.failed),
  },
  { head: t.batches.created, cell: ({ created_at }) => <Time at={created_at} /> },
];

const ATTEMPTS: Column<BatchRow> = {
  head: t.attempts.title,
  isNumber: true,
  cell: ({ total }) => shownNumber(total),
};

/** With the attempts, once a batch may have several for a contact. */
function columnsOf(batches: readonly BatchRow[]): readonly Column<BatchRow>[] {
  return batches.some(({ retry }) => retry !== null) ? [...COLUMNS, ATTEMPTS] : COLUMNS;
}
