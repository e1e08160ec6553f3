import type { ReactNode } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { LongName } from '../../components/name/long-name';
import type { Column } from '../../components/table/table';
import { ListPage } from '../../layout/list-page';
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
  return (
    <ListPage
      name="phone-numbers"
      title={t.numbers.title}
      list={numbers}
      also={[agents, lines]}
      columns={columnsOf(names, qualities)}
      empty={t.numbers.empty}
      lines={4}
      above={numbers.data && <p className="soft">{t.numbers.byOperator}</p>}
    >
      {manages && <TrialPhone />}
    </ListPage>
  );
}

type OwnNumber = Awaited<ReturnType<typeof requests.numbers>>['data'][number];
type Quality = Awaited<ReturnType<typeof requests.numberLines>>['data'][number]['quality'];

const columnsOf = (
  names: ReadonlyMap<string, string>,
  qualities: ReadonlyMap<string, Quality>,
): readonly Column<OwnNumber>[] => [
  { head: t.numbers.number, isMain: true, cell: ({ phone_number }) => phone_number },
  {
    head: t.numbers.agent,
    isMain: true,
    cell: ({ agent_id: id }) => (id === null ? t.numbers.nobody : <LongName>{names.get(id) ?? id}</LongName>),
  },
  { head: t.numbers.isDefault, cell: ({ is_default }) => (is_default ? t.common.yes : t.common.no) },
  { head: lineTexts.lastDay, cell: ({ phone_number }) => lastDay(qualities.get(phone_number)) },
];
