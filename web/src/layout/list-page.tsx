import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api/error';
import { Empty, Skeleton } from '../components/empty/empty';
import { Paging } from '../components/table/paging';
import { type Column, type Identified, Table } from '../components/table/table';
import type { Search } from '../lib/search';
import { useAddress } from './address';
import { FailedParts, type Loading } from './failed-parts';
import { Page } from './page';
import styles from './page.module.css';
import { useFirstShown } from './use-first-shown';

interface RowsProps<Row> {
  /** `after` of the address selects an older page. */
  readonly list: UseQueryResult<{ readonly data: readonly Row[]; readonly has_more?: boolean }, ApiError>;
  /** Other requests, whose failures are shown, too. */
  readonly also?: readonly Loading[];
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly empty: ReactNode;
  /** Reserves its height during loading. */
  readonly reserve?: boolean;
  readonly lines?: number;
  /** The page around it shows its failure. */
  readonly isPart?: boolean;
  readonly onPage?: (after: string | undefined) => void;
}

/** The rows of a request, or why there are none, and the way to other pages. */
export function Rows<Row extends Identified>(props: RowsProps<Row>): ReactNode {
  const { list, also = [], caption, columns, empty, reserve, lines = 8, isPart, onPage } = props;
  const change = useSearchChange();
  const go = onPage ?? ((after) => change({ after }));
  const { after } = useAddress();
  const shown = useFirstShown(list.data);
  const rows = shown?.data ?? [];
  return (
    <>
      {!isPart && <FailedParts of={[list, ...also]} />}
      {!shown && !list.isError && <Skeleton lines={lines} />}
      {shown && rows.length === 0 && (typeof empty === 'string' ? <Empty>{empty}</Empty> : empty)}
      {rows.length > 0 && (
        <div className={styles.rows} aria-busy={list.isPlaceholderData || undefined}>
          <Table caption={caption} columns={columns} rows={rows} reserve={reserve} />
        </div>
      )}
      {shown && (
        <Paging
          hasMore={shown.has_more === true}
          isFirst={after === undefined}
          onOlder={() => go(rows.at(-1)?.id ?? rows.at(-1)?.phone_number)}
          onNewest={() => go(undefined)}
        />
      )}
    </>
  );
}

/** Changes parameters of the address, which leads to the newest page. */
export function useSearchChange(): (to: Search) => void {
  const navigate = useNavigate();
  return (to) =>
    void navigate({ to: '.', search: (former: Search) => ({ ...former, after: undefined, ...to }) });
}

interface ListPageProps<Row> extends Omit<RowsProps<Row>, 'caption'> {
  readonly name: string;
  readonly title: string;
  readonly caption?: string;
  /** False until another request has its response. */
  readonly isReady?: boolean;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}

export function ListPage<Row extends Identified>(props: ListPageProps<Row>): ReactNode {
  const { name, title, caption = title, isReady = true, actions, above, children, ...rows } = props;
  const isShown = useFirstShown(rows.list.data) !== undefined && isReady;
  const isFailed = [rows.list, ...(rows.also ?? [])].some(({ error }) => error !== null);
  const state = isShown ? 'ready' : isFailed ? 'error' : 'loading';
  return (
    <Page name={name} title={title} state={state} actions={actions}>
      {above}
      <Rows {...rows} caption={caption} />
      <Suspense>{children}</Suspense>
    </Page>
  );
}
