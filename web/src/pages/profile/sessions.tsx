import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { FormSection } from '../../components/form/form-section';
import styles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { actionsColumn, type Column, Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { ActionButton } from '../../layout/use-action';
import { t } from '../../messages/en';

type SessionRow = Awaited<ReturnType<typeof requests.sessions>>['data'][number];
export function Sessions() {
  const sessions = useLive({ key: ['sessions'], load: requests.sessions });
  const rows = sessions.data?.data ?? [];
  const others = rows.filter(({ current }) => !current).length;
  const refresh = () => void sessions.refetch();
  return (
    <FormSection title={t.profile.sessions}>
      {sessions.error && <Failed error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton lines={2} />}
      {rows.length > 0 && <Table caption={t.profile.sessions} rows={rows} columns={columnsOf(refresh)} />}
      {others > 0 && (
        <div className={styles.end}>
          <ActionButton
            words={t.profile.signOutOthers}
            ask={{ title: t.profile.signOutOthersQuestion(others) }}
            act={requests.endOtherSessions}
            done={t.profile.signedOutOthers}
            after={refresh}
          />
        </div>
      )}
    </FormSection>
  );
}

function columnsOf(refresh: () => void): readonly Column<SessionRow>[] {
  return [
    { head: t.profile.browser, isMain: true, cell: ({ browser }) => <Name>{browser}</Name> },
    { head: t.profile.address, cell: ({ address }) => address && <Name>{address}</Name> },
    { head: t.profile.signedIn, cell: (row) => <Time at={row.signed_in_at} /> },
    { head: t.profile.lastUsed, isMain: true, cell: (row) => <Time at={row.last_used_at} /> },
    actionsColumn(({ id, current }) =>
      current ? (
        t.profile.thisOne
      ) : (
        <ActionButton
          words={t.profile.signOutOne}
          look="quiet"
          ask={{ title: t.profile.signOutQuestion }}
          act={() => requests.endSession(id)}
          after={refresh}
        />
      ),
    ),
  ];
}
