import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { LongName, Person } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import { actionsColumn, type Column } from '../../components/table/table';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ListPage } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { t } from '../../messages/en';
import { CounsellorActions } from './actions';

const AddCounsellor = lazyPart(() => import('./add-counsellor'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['counsellors'] });

export default function Counsellors(): ReactNode {
  const manages = useSignedIn().account.scopes.includes('counsellors:manage');
  const counsellors = useLive({ key: ['counsellors'], load: requests.counsellors });
  return (
    <ListPage
      name="counsellors"
      title={t.counsellors.title}
      list={counsellors}
      columns={manages ? [...COLUMNS, ACTIONS] : COLUMNS}
      empty={t.counsellors.empty}
      actions={
        manages && <DialogButton isNew words={t.counsellors.add} dialog={AddCounsellor} onClose={refresh} />
      }
    />
  );
}

const COLUMNS: readonly Column<Counsellor>[] = [
  { head: t.counsellors.name, isMain: true, cell: (counsellor) => <Person of={counsellor} /> },
  {
    head: t.counsellors.takesCalls,
    isMain: true,
    cell: ({ can_call, blocked_reason }) => (can_call ? t.counsellors.yes : blocked_reason),
  },
  {
    head: t.counsellors.mobileShort,
    cell: ({ mobile_number: mobile }) => (mobile == null ? t.common.none : `+${mobile}`),
  },
  {
    head: t.counsellors.extensionShort,
    cell: ({ carrier_extension: extension }) =>
      extension == null ? t.common.none : <LongName>{extension}</LongName>,
  },
  { head: t.counsellors.status, cell: ({ status }) => <Status status={status} /> },
];

const ACTIONS = actionsColumn<Counsellor>((counsellor) => (
  <CounsellorActions counsellor={counsellor} onDone={refresh} />
));
