import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api/error';
import { Button } from '../components/button/button';
import { Empty, Skeleton } from '../components/empty/empty';
import { Failed } from '../components/failed/failed';
import { Icon } from '../components/icon/icon';
import { Paging } from '../components/table/paging';
import { type Column, Table } from '../components/table/table';
import type { Search } from '../lib/search';
import { useFirstShown } from './use-first-shown';
import { useAddress } from './address';
import { Page } from './page';
import styles from './page.module.css';

interface ListPageProps<Row> {
  readonly name: string;
  readonly title: string;
  /** `after` of the address selects an older page. */
  readonly list: UseQueryResult<{ readonly data: readonly Row[]; readonly has_more: boolean }, ApiError>;
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

export function ListPage<Row extends { readonly id: string }>({
  name,
  title,
  list,
  columns,
  empty,
  actions,
  above,
  children,
}: ListPageProps<Row>): ReactNode {
  const { after } = useAddress();
  const navigate = useNavigate();
  const go = (to: string | undefined) =>
    void navigate({ to: '.', search: (former: Search) => ({ ...former, after: to }) });
  const shown = useFirstShown(list.data);
  const rows = shown?.data ?? [];
  return (
    <Page
      name={name}
      title={title}
      state={shown ? 'ready' : list.isError ? 'error' : 'loading'}
      actions={actions}
    >
      {above}
      {list.error && <Failed error={list.error} retry={() => void list.refetch()} />}
      {!shown && !list.isError && <Skeleton lines={8} />}
      {shown && rows.length === 0 && <Empty>{empty}</Empty>}
      {rows.length > 0 && (
        <div className={styles.rows} aria-busy={list.isPlaceholderData || undefined}>
          <Table caption={title} columns={columns} rows={rows} idOf={({ id }) => id} />
        </div>
      )}
      {shown && (
        <Paging
          hasMore={shown.has_more}
          isFirst={after === undefined}
          onOlder={() => go(rows.at(-1)?.id)}
          onNewest={() => go(undefined)}
        />
      )}
      <Suspense>{children}</Suspense>
    </Page>
  );
}

interface AddButtonProps {
  readonly words: string;
  readonly dialog: { readonly preload: () => Promise<void> };
  readonly onOpen: () => void;
}

export function AddButton({ words, dialog, onOpen }: AddButtonProps) {
  return (
    <Button look="main" onPointerEnter={() => void dialog.preload()} onClick={onOpen}>
      <Icon name="plus" />
      {words}
    </Button>
  );
}
