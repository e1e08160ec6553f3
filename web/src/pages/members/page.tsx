import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Member } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { Person } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import { actionsColumn, type Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ListPage } from '../../layout/list-page';
import { SettingsTabs } from '../../layout/settings-tabs';
import { t } from '../../messages/en';
import { MemberActions, rolesInWords } from './member-actions';
import styles from './page.module.css';

const Invite = lazyPart(() => import('./invite'));

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['members'] });

export default function Members(): ReactNode {
  const { after } = useAddress();
  const members = useLive({
    key: ['members', after],
    load: (signal) => requests.members(after, signal),
    keep: true,
  });
  return (
    <ListPage
      name="members"
      title={t.members.title}
      list={members}
      columns={COLUMNS}
      empty={t.members.empty}
      actions={<DialogButton isNew words={t.members.invite} dialog={Invite} onClose={refresh} />}
      above={<SettingsTabs />}
    />
  );
}

const COLUMNS: readonly Column<Member>[] = [
  { head: t.members.name, isMain: true, cell: (member) => <Person of={member} /> },
  {
    head: t.members.roles,
    isMain: true,
    cell: ({ roles }) => <span className={styles.roles}>{rolesInWords(roles)}</span>,
  },
  { head: t.members.status, cell: ({ status }) => <Status status={status} /> },
  {
    head: t.members.lastSignedIn,
    cell: (member) =>
      member.last_signed_in_at !== null ? (
        <Time at={member.last_signed_in_at} />
      ) : member.shared_account ? (
        <span className="soft small">{t.members.shared}</span>
      ) : (
        t.members.never
      ),
  },
  actionsColumn((member) => <MemberActions member={member} onDone={refresh} />),
];
