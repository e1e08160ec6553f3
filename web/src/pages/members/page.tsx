import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Name } from '../../components/name/name';
import { Status } from '../../components/status/status';
import { Paging } from '../../components/table/paging';
import { Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { SettingsTabs } from '../../layout/settings-tabs';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { MemberActions, rolesInWords } from './member-actions';
import styles from './page.module.css';
import type { Popup } from './popup';

const Invite = lazyPart(() => import('./invite'));
const ChangeRoles = lazyPart(() => import('./change-roles'));
const SignInLink = lazyPart(() => import('../../layout/sign-in-link'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['members'] });

export default function Members(): ReactNode {
  const { after } = useAddress();
  const navigate = useNavigate({ from: '/settings/members' });
  const [popup, setPopup] = useState<Popup | null>(null);
  const members = useLive({
    key: ['members', after],
    ask: (signal) => requests.members(after, signal),
    keep: true,
  });
  const rows = members.data?.data ?? [];
  const close = () => {
    setPopup(null);
    refresh();
  };
  const go = (to: string | undefined) => {
    void navigate({ to: '/settings/members', search: (former: Search) => ({ ...former, after: to }) });
  };
  return (
    <Page
      name="members"
      title={t.members.title}
      state={members.data ? 'ready' : members.isError ? 'error' : 'loading'}
      actions={
        <Button
          look="main"
          onPointerEnter={() => void Invite.preload()}
          onClick={() => {
            setPopup('invite');
          }}
        >
          <Icon name="plus" />
          {t.members.invite}
        </Button>
      }
    >
      <SettingsTabs />
      {members.error && <Failed error={members.error} retry={() => void members.refetch()} />}
      {members.isPending && <Skeleton lines={6} />}
      {members.data && rows.length === 0 && <Empty>{t.members.empty}</Empty>}
      {rows.length > 0 && (
        <Table
          caption={t.members.title}
          rows={rows}
          idOf={({ id }) => id}
          columns={[
            {
              key: 'name',
              head: t.members.name,
              isMain: true,
              cell: (member) => (
                <span className={styles.person}>
                  <Name>{member.name}</Name>
                  <span className={styles.soft}>
                    <Name>{member.email}</Name>
                  </span>
                </span>
              ),
            },
            {
              key: 'roles',
              head: t.members.roles,
              isMain: true,
              cell: ({ roles }) => <span className={styles.roles}>{rolesInWords(roles)}</span>,
            },
            { key: 'status', head: t.members.status, cell: ({ status }) => <Status status={status} /> },
            {
              key: 'last',
              head: t.members.lastSignedIn,
              cell: (member) =>
                member.last_signed_in_at !== null ? (
                  <Time at={member.last_signed_in_at} />
                ) : member.shared_account ? (
                  <span className={styles.soft}>{t.members.shared}</span>
                ) : (
                  t.members.never
                ),
            },
            {
              key: 'actions',
              head: t.members.actions,
              isMain: true,
              isHeadHidden: true,
              cell: (member) => <MemberActions member={member} onPopup={setPopup} onDone={refresh} />,
            },
          ]}
        />
      )}
      {members.data && (
        <Paging
          hasMore={members.data.has_more}
          isFirst={after === undefined}
          onOlder={() => {
            go(rows.at(-1)?.id);
          }}
          onNewest={() => {
            go(undefined);
          }}
        />
      )}
      <Suspense>
        {popup === 'invite' && <Invite onClose={close} />}
        {popup !== null && popup !== 'invite' && 'roles' in popup && (
          <ChangeRoles member={popup.roles} onClose={close} />
        )}
        {popup !== null && popup !== 'invite' && 'link' in popup && (
          <SignInLink member={popup.link} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}
