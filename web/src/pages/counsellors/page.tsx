import { type ReactNode, Suspense, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Counsellor } from '../../api/types';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Name } from '../../components/name/name';
import { Status } from '../../components/status/status';
import { type Column, Table } from '../../components/table/table';
import { Page } from '../../layout/page';
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
  const counsellors = useLive({ key: ['counsellors'], ask: requests.counsellors });
  const rows = counsellors.data?.data ?? [];
  const close = () => {
    setPopup(null);
    refresh();
  };
  return (
    <Page
      name="counsellors"
      title={t.counsellors.title}
      state={counsellors.data ? 'ready' : counsellors.isError ? 'error' : 'loading'}
      actions={
        manages && (
          <Button
            look="main"
            onPointerEnter={() => void AddCounsellor.preload()}
            onClick={() => {
              setPopup('add');
            }}
          >
            <Icon name="plus" />
            {t.counsellors.add}
          </Button>
        )
      }
    >
      {counsellors.error && <Failed error={counsellors.error} retry={() => void counsellors.refetch()} />}
      {counsellors.isPending && <Skeleton lines={6} />}
      {counsellors.data && rows.length === 0 && <Empty>{t.counsellors.empty}</Empty>}
      {rows.length > 0 && (
        <Table
          caption={t.counsellors.title}
          rows={rows}
          idOf={({ id }) => id}
          columns={[
            ...COLUMNS,
            ...(manages
              ? [
                  {
                    key: 'actions',
                    head: t.counsellors.actions,
                    isMain: true,
                    isHeadHidden: true,
                    cell: (counsellor: Counsellor) => (
                      <CounsellorActions counsellor={counsellor} onPopup={setPopup} onDone={refresh} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <Suspense>
        {popup === 'add' && <AddCounsellor onClose={close} />}
        {popup !== null && popup !== 'add' && 'edit' in popup && (
          <EditCounsellor counsellor={popup.edit} onClose={close} />
        )}
        {popup !== null && popup !== 'add' && 'link' in popup && (
          <SignInLink member={popup.link} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

const COLUMNS: readonly Column<Counsellor>[] = [
  {
    key: 'name',
    head: t.counsellors.name,
    isMain: true,
    cell: ({ name, email }) => (
      <span className={styles.person}>
        <Name>{name}</Name>
        <span className={styles.soft}>
          <Name>{email}</Name>
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
      extension == null ? t.common.none : <Name>{extension}</Name>,
  },
  { key: 'status', head: t.counsellors.status, cell: ({ status }) => <Status status={status} /> },
];
