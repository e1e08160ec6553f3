import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { FormSection } from '../../components/form/form-section';
import styles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { type Column, Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useConfirm } from '../../layout/confirmation';
import { useAction } from '../../layout/use-action';
import { t } from '../../messages/en';

type SessionRow = Awaited<ReturnType<typeof requests.sessions>>['data'][number];
/** After a confirmation; `done` is shown at the end. */
type End = (title: string, action: string, act: () => Promise<unknown>, done?: string) => Promise<void>;

export function Sessions() {
  const sessions = useLive({ key: ['sessions'], load: requests.sessions });
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const rows = sessions.data?.data ?? [];
  const others = rows.filter(({ current }) => !current).length;
  const end: End = async (title, action, act, done) => {
    if (!(await confirm({ title, action }))) return;
    await run(act, done);
    void sessions.refetch();
  };
  const endOthers = () =>
    end(
      t.profile.signOutOthersQuestion(others),
      t.profile.signOutOthers,
      requests.endOtherSessions,
      t.profile.signedOutOthers,
    );
  return (
    <FormSection title={t.profile.sessions}>
      {sessions.error && <Failed error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton lines={2} />}
      {rows.length > 0 && (
        <Table
          caption={t.profile.sessions}
          rows={rows}
          idOf={({ id }) => id}
          columns={columnsOf(end, isBusy)}
        />
      )}
      {others > 0 && (
        <div className={styles.end}>
          <Button isBusy={isBusy} onClick={() => void endOthers()}>
            {t.profile.signOutOthers}
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function columnsOf(end: End, isBusy: boolean): readonly Column<SessionRow>[] {
  const endOne = (id: string) =>
    end(t.profile.signOutQuestion, t.profile.signOutOne, () => requests.endSession(id));
  return [
    {
      key: 'browser',
      head: t.profile.browser,
      isMain: true,
      cell: ({ browser }) => <Name>{browser}</Name>,
    },
    { key: 'address', head: t.profile.address, cell: ({ address }) => address && <Name>{address}</Name> },
    { key: 'signed-in', head: t.profile.signedIn, cell: (row) => <Time at={row.signed_in_at} /> },
    {
      key: 'last-used',
      head: t.profile.lastUsed,
      isMain: true,
      cell: (row) => <Time at={row.last_used_at} />,
    },
    {
      key: 'end',
      head: t.members.actions,
      isHeadHidden: true,
      isMain: true,
      cell: ({ id, current }) =>
        current ? (
          t.profile.thisOne
        ) : (
          <Button look="quiet" isBusy={isBusy} onClick={() => void endOne(id)}>
            {t.profile.signOutOne}
          </Button>
        ),
    },
  ];
}
