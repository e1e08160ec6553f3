import { type ReactNode, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Member } from '../../api/types';
import { lazyPart } from '../../components/lazy/lazy';
import { LongName } from '../../components/name/long-name';
import { Status } from '../../components/status/status';
import type { Column } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { AddButton, ListPage } from '../../layout/list-page';
import { SettingsTabs } from '../../layout/settings-tabs';
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
  const [popup, setPopup] = useState<Popup | null>(null);
  const members = useLive({
    key: ['members', after],
    load: (signal) => requests.members(after, signal),
    keep: true,
  });
  const close = () => {
    // A late response for a dismissed dialog closes no other one.
    setPopup((now) => (now === popup ? null : now));
    refresh();
  };
  return (
    <ListPage
      name="members"
      title={t.members.title}
      list={members}
      columns={[
        ...COLUMNS,
        {
          key: 'actions',
          head: t.members.actions,
          isMain: true,
          isHeadHidden: true,
          cell: (member) => <MemberActions member={member} onPopup={setPopup} onDone={refresh} />,
        },
      ]}
      empty={t.members.empty}
      actions={
        <AddButton words={t.members.invite} dialog={Invite} onOpen={() => setPopup({ isNew: true })} />
      }
      above={<SettingsTabs />}
    >
      {popup?.isNew && <Invite onClose={close} />}
      {popup?.roles && <ChangeRoles member={popup.roles} onClose={close} />}
      {popup?.link && <SignInLink member={popup.link} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    key: 'name',
    head: t.members.name,
    isMain: true,
    cell: (member) => (
      <span className={styles.person}>
        <LongName>{member.name}</LongName>
        <span className="soft small">
          <LongName>{member.email}</LongName>
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
        <span className="soft small">{t.members.shared}</span>
      ) : (
        t.members.never
      ),
  },
];
