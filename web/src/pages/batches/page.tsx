import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { buttonLink } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { Paging } from '../../components/table/paging';
import { Table } from '../../components/table/table';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { columnsOf } from './columns';
import styles from './page.module.css';

export default function Batches(): ReactNode {
  const { account } = useSignedIn();
  const { after } = useAddress();
  const navigate = useNavigate({ from: '/batches' });
  const batches = useBatches(after);
  const go = (to: string | undefined) =>
    void navigate({ to: '/batches', search: (former: Search) => ({ ...former, after: to }) });
  const rows = batches.data?.data ?? [];
  return (
    <Page
      name="batches"
      title={t.batches.title}
      state={batches.data ? 'ready' : batches.isError ? 'error' : 'loading'}
      actions={
        account.scopes.includes('calls:write') && (
          <Link className={buttonLink('main')} to="/batches/new">
            {t.batches.upload}
          </Link>
        )
      }
    >
      {batches.error && <Failed error={batches.error} retry={() => void batches.refetch()} />}
      {batches.isPending && <Skeleton lines={12} />}
      {batches.data && rows.length === 0 && <Empty>{t.batches.empty}</Empty>}
      {rows.length > 0 && (
        <div className={styles.rows} aria-busy={batches.isPlaceholderData || undefined}>
          <Table
            caption={t.batches.table}
            columns={columnsOf(rows)}
            rows={rows}
            idOf={({ id }) => id}
            reserve={rows.length}
          />
        </div>
      )}
      {batches.data && (
        <Paging
          hasMore={batches.data.has_more}
          isFirst={after === undefined}
          onOlder={() => go(rows.at(-1)?.id)}
          onNewest={() => go(undefined)}
        />
      )}
    </Page>
  );
}

function useBatches(after: string | undefined) {
  return useLive({
    key: ['batches', after],
    load: (signal) => requests.batches(after, signal),
    // Finished ones do not change.
    every: (last) =>
      last?.data.every(({ finished, total }) => finished === total) ? EVERY.once : EVERY.calls,
    keep: true,
  });
}
