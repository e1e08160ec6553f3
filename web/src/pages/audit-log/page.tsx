import { useNavigate } from '@tanstack/react-router';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { AuditEntry } from '../../api/types';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import { Id } from '../../components/id/copy';
import { Name } from '../../components/name/name';
import { Paging } from '../../components/table/paging';
import { type Column, Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { SettingsTabs } from '../../layout/settings-tabs';
import { shownNumber } from '../../lib/shown-time';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { type ReactNode, useState } from 'react';
import styles from './page.module.css';

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'when', head: t.auditLog.when, isMain: true, cell: ({ at }) => <Time at={at} /> },
  {
    key: 'who',
    head: t.auditLog.who,
    isMain: true,
    cell: ({ who }) => (
      <span className={styles.who}>
        <Name>{whoIs(who)}</Name>
      </span>
    ),
  },
  {
    key: 'what',
    head: t.auditLog.what,
    isMain: true,
    cell: ({ action }) => <span className={styles.action}>{action}</span>,
  },
  {
    key: 'about',
    head: t.auditLog.about,
    cell: ({ subject_id }) => subject_id && <Subject id={subject_id} />,
  },
  { key: 'fields', head: t.auditLog.fields, cell: ({ fields }) => <Name>{fields.join(', ')}</Name> },
  {
    key: 'address',
    head: t.auditLog.address,
    cell: ({ address }) =>
      address && (
        <span className={styles.address}>
          <Name>{address}</Name>
        </span>
      ),
  },
  { key: 'count', head: t.auditLog.count, isNumber: true, cell: ({ count }) => shownNumber(count) },
];

export default function AuditLog(): ReactNode {
  const { action, after } = useAddress();
  const navigate = useNavigate({ from: '/settings/audit-log' });
  const log = useLive({
    key: ['audit-log', action, after],
    load: (signal) => requests.auditLog({ action, starting_after: after }, signal),
    keep: true,
  });
  const rows = log.data?.data ?? [];
  const go = (to: { readonly action?: string | undefined; readonly after?: string | undefined }) =>
    void navigate({
      to: '/settings/audit-log',
      search: (former: Search) => ({ ...former, action, after: undefined, ...to }),
    });
  return (
    <Page
      name="audit-log"
      title={t.auditLog.title}
      state={log.data ? 'ready' : log.isError ? 'error' : 'loading'}
    >
      <SettingsTabs />
      <ActionFilter
        key={action}
        value={action ?? ''}
        known={[...new Set(rows.map((row) => row.action))].sort()}
        onChange={(next) => go({ action: next })}
      />
      {log.error && <Failed error={log.error} retry={() => void log.refetch()} />}
      {log.isPending && <Skeleton lines={12} />}
      {log.data && rows.length === 0 && (
        <Empty>{action === undefined ? t.auditLog.empty : t.auditLog.noMatch}</Empty>
      )}
      {rows.length > 0 && (
        <Table caption={t.auditLog.title} columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
      )}
      {log.data && (
        <Paging
          hasMore={log.data.has_more}
          isFirst={after === undefined}
          onOlder={() => go({ after: rows.at(-1)?.id })}
          onNewest={() => go({})}
        />
      )}
    </Page>
  );
}

interface ActionFilterProps {
  readonly value: string;
  readonly known: readonly string[];
  readonly onChange: (action: string) => void;
}

/** Suggests those of the shown rows. */
function ActionFilter({ value, known, onChange }: ActionFilterProps) {
  const [typed, setTyped] = useState(value);
  return (
    <form
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(typed.trim());
      }}
    >
      <Input
        label={t.auditLog.action}
        placeholder={t.auditLog.anyAction}
        list="audit-actions"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          // Choosing a suggestion, or clearing, needs no Enter.
          if (target.value === '' || known.includes(target.value)) onChange(target.value);
        }}
      />
      <datalist id="audit-actions">
        {known.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
    </form>
  );
}

function Subject({ id }: { readonly id: string }) {
  return <span className={styles.subject}>{/^[a-z]+_/.test(id) ? <Id id={id} /> : <Name>{id}</Name>}</span>;
}

function whoIs({ kind, name }: AuditEntry['who']): string {
  return kind === 'key' ? `${t.auditLog.key} ${name}` : name;
}
