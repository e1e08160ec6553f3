import { type ReactNode, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { AddButton, ListPage } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import { t } from '../../messages/en';
import { CounsellorActions } from './actions';
import styles from './page.module.css';
import type { Popup } from './popup';

const AddCounsellor = lazyPart(() => import('./add-counsellor'));
const EditCounsellor = lazyPart(() => import('./edit-counsellor'));
const SignInLink = lazyPart(() => import('../../layout/sign-in-link'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['counsellors'] });

export default function Counsellors(): ReactNode {
  const manages = useSignedIn().account.scopes.includes('counsellors:manage');
  const [popup, setPopup] = useState<Popup | null>(null);
  const counsellors = useLive({ key: ['counsellors'], load: requests.counsellors });
  const close = () => {
    // A late response for a dismissed dialog closes no other one.
    setPopup((now) => (now === popup ? null : now));
    refresh();
  };
  const actions: Column<Counsellor> = {
    key: 'actions',
    head: t.counsellors.actions,
    isMain: true,
    isHeadHidden: true,
    cell: (counsellor) => <CounsellorActions counsellor={counsellor} onPopup={setPopup} onDone={refresh} />,
  };
  return (
    <ListPage
      name="counsellors"
      title={t.counsellors.title}
      list={counsellors}
      columns={manages ? [...COLUMNS, actions] : COLUMNS}
      empty={t.counsellors.empty}
      actions={
        manages && (
          <AddButton
            words={t.counsellors.add}
            dialog={AddCounsellor}
            onOpen={() => setPopup({ isNew: true })}
          />
        )
      }
    >
      {popup?.isNew && <AddCounsellor onClose={close} />}
      {popup?.edit && <EditCounsellor counsellor={popup.edit} onClose={close} />}
      {popup?.link && <SignInLink member={popup.link} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Counsellor>[] = [
  {
    key: 'name',
    head: t.counsellors.name,
    isMain: true,
    cell: ({ name, email }) => (
      <span className={styles.person}>
        <LongName>{name}</LongName>
        <span className="soft small">
          <LongName>{email}</LongName>
        </span>
      </span>
    ),
  },
  {
    key: 'takes-calls',
    head: t.counsellors.takesCalls,
    isMain: true,
    cell: ({ can_call, blocked_reason }) => (can_call ? t.counsellors.yes : blocked_reason),
  },
  {
    key: 'mobile',
    head: t.counsellors.mobileShort,
    cell: ({ mobile_number: mobile }) => (mobile == null ? t.common.none : `+${mobile}`),
  },
  {
    key: 'extension',
    head: t.counsellors.extensionShort,
    cell: ({ carrier_extension: extension }) =>
      extension == null ? t.common.none : <LongName>{extension}</LongName>,
  },
  { key: 'status', head: t.counsellors.status, cell: ({ status }) => <Status status={status} /> },
];
