import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import { useTyped } from '../../components/field/use-typed';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Paging } from '../../components/table/paging';
import { Table } from '../../components/table/table';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { columnsOf } from './columns';
import styles from './page.module.css';

const AddNumber = lazyPart(() => import('./add-number'));

export default function DoNotCall(): ReactNode {
  const { account } = useSignedIn();
  const { q, after } = useAddress();
  const navigate = useNavigate({ from: '/do-not-call' });
  const [isAdding, setAdding] = useState(false);
  const entries = useLive({
    key: ['do-not-call', q, after],
    load: (signal) => requests.doNotCall({ phone_number: q, starting_after: after }, signal),
    keep: true,
  });
  const go = (to: Search) =>
    void navigate({ to: '/do-not-call', search: ({ account: id }: Search) => ({ account: id, ...to }) });
  const rows = entries.data?.data ?? [];
  const mayChange = account.scopes.includes('calls:write');
  return (
    <Page
      name="do-not-call"
      title={t.doNotCall.title}
      state={entries.data ? 'ready' : entries.isError ? 'error' : 'loading'}
      actions={mayChange && <AddButton onClick={() => setAdding(true)} />}
    >
      <Find value={q ?? ''} onFind={(number) => go({ q: number })} />
      {entries.error && <Failed error={entries.error} retry={() => void entries.refetch()} />}
      {entries.isPending && <Skeleton lines={8} />}
      {entries.data && rows.length === 0 && <Empty>{nothingFound(q)}</Empty>}
      {rows.length > 0 && (
        <Table
          caption={t.doNotCall.table}
          rows={rows}
          idOf={({ phone_number }) => phone_number}
          reserve={rows.length}
          columns={columnsOf(mayChange)}
        />
      )}
      {entries.data && (
        <Paging
          hasMore={entries.data.has_more}
          isFirst={after === undefined}
          onOlder={() => go({ after: rows.at(-1)?.phone_number })}
          onNewest={() => go({})}
        />
      )}
      <Suspense>{isAdding && <AddNumber onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  );
}

/** Without +, a number that lacks its country code is read as another country's. */
function nothingFound(q: string | undefined): string {
  if (q === undefined) return t.doNotCall.empty;
  return q.startsWith('+') ? t.doNotCall.noMatch : t.doNotCall.noMatchWithoutPlus;
}

function AddButton({ onClick }: { readonly onClick: () => void }) {
  const preload = () => void AddNumber.preload();
  return (
    <Button look="main" onPointerEnter={preload} onFocus={preload} onClick={onClick}>
      <Icon name="plus" />
      {t.doNotCall.add}
    </Button>
  );
}

function Find({
  value,
  onFind,
}: {
  readonly value: string;
  readonly onFind: (number: string | undefined) => void;
}) {
  const { typed, type } = useTyped(value);
  const field = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.trim() === '' ? undefined : typed.trim());
      }}
    >
      <Input
        ref={field}
        label={t.doNotCall.find}
        type="search"
        placeholder={t.doNotCall.findHint}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      {value !== '' && (
        <Button
          look="quiet"
          onClick={() => {
            onFind(undefined);
            // This button goes.
            field.current?.focus();
          }}
        >
          {t.doNotCall.clear}
        </Button>
      )}
    </form>
  );
}
