import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Empty, Skeleton } from '../../components/empty/empty';
import { LongName } from '../../components/name/long-name';
import { type Column, Table } from '../../components/table/table';
import { FailedParts } from '../../layout/failed-parts';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { t } from '../../messages/en';
import { lastDay, line as lineTexts } from '../../messages/en/line';
import { TrialPhone } from './trial-phone';

export default function PhoneNumbers(): ReactNode {
  const manages = useSignedIn().account.scopes.includes('account:manage');
  const numbers = useLive({ key: ['numbers'], load: requests.numbers });
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const lines = useLive({ key: ['number-lines'], load: requests.numberLines });
  const qualities = new Map(lines.data?.data.map(({ phone_number, quality }) => [phone_number, quality]));
  const names = new Map(agents.data?.data.map(({ id, name }) => [id, name]));
  const rows = numbers.data?.data ?? [];
  return (
    <Page
      name="phone-numbers"
      title={t.numbers.title}
      state={numbers.data ? 'ready' : numbers.isError ? 'error' : 'loading'}
    >
      <FailedParts of={[numbers, agents, lines]} />
      {numbers.isPending && <Skeleton lines={4} />}
      {numbers.data && <p className="soft">{t.numbers.byOperator}</p>}
      {numbers.data && rows.length === 0 && <Empty>{t.numbers.empty}</Empty>}
      {rows.length > 0 && (
        <Table
          caption={t.numbers.title}
          rows={rows}
          idOf={({ phone_number }) => phone_number}
          columns={columnsOf(names, qualities)}
        />
      )}
      {manages && <TrialPhone />}
    </Page>
  );
}

type OwnNumber = Awaited<ReturnType<typeof requests.numbers>>['data'][number];
type Quality = Awaited<ReturnType<typeof requests.numberLines>>['data'][number]['quality'];

const columnsOf = (
  names: ReadonlyMap<string, string>,
  qualities: ReadonlyMap<string, Quality>,
): readonly Column<OwnNumber>[] => [
  {
    key: 'number',
    head: t.numbers.number,
    isMain: true,
    cell: ({ phone_number }) => phone_number,
  },
  {
    key: 'agent',
    head: t.numbers.agent,
    isMain: true,
    cell: ({ agent_id: id }) => (id === null ? t.numbers.nobody : <LongName>{names.get(id) ?? id}</LongName>),
  },
  {
    key: 'default',
    head: t.numbers.isDefault,
    cell: ({ is_default }) => (is_default ? t.common.yes : t.common.no),
  },
  {
    key: 'line',
    head: lineTexts.lastDay,
    cell: ({ phone_number }) => lastDay(qualities.get(phone_number)),
  },
];
