import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { DoNotCallEntry } from '../../api/types';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Paging } from '../../components/table/paging';
import { Table } from '../../components/table/table';
import { Time } from '../../components/time/time';
import { useAddress } from '../../layout/address';
import { useConfirm } from '../../layout/confirmation';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { useAction } from '../../layout/use-action';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
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
      actions={
        mayChange && (
          <Button
            look="main"
            onPointerEnter={() => void AddNumber.preload()}
            onFocus={() => void AddNumber.preload()}
            onClick={() => setAdding(true)}
          >
            <Icon name="plus" />
            {t.doNotCall.add}
          </Button>
        )
      }
    >
      <Find key={q} value={q ?? ''} onFind={(number) => go({ q: number })} />
      {entries.error && <Failed error={entries.error} retry={() => void entries.refetch()} />}
      {entries.isPending && <Skeleton lines={8} />}
      {entries.data && rows.length === 0 && (
        <Empty>{q === undefined ? t.doNotCall.empty : t.doNotCall.noMatch}</Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={t.doNotCall.table}
          rows={rows}
          idOf={({ phone_number }) => phone_number}
          reserve={rows.length}
          columns={[
            {
              key: 'number',
              head: t.doNotCall.number,
              isMain: true,
              cell: ({ phone_number }) => phone_number,
            },
            {
              key: 'since',
              head: t.doNotCall.since,
              isMain: true,
              cell: ({ since }) => <Time at={since} />,
            },
            { key: 'why', head: t.doNotCall.why, cell: (entry) => <Why entry={entry} /> },
            ...(mayChange
              ? [
                  {
                    key: 'actions',
                    head: t.doNotCall.actions,
                    isMain: true,
                    isHeadHidden: true,
                    cell: (entry: DoNotCallEntry) => <Remove entry={entry} />,
                  },
                ]
              : []),
          ]}
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

function Why({ entry }: { readonly entry: DoNotCallEntry }) {
  return (
    <p>
      <Name>{entry.reason}</Name>{' '}
      {entry.call_id !== null && (
        <Link to="/calls/$id" params={{ id: entry.call_id }}>
          {t.doNotCall.call}
        </Link>
      )}
    </p>
  );
}

function Remove({ entry }: { readonly entry: DoNotCallEntry }) {
  const { confirm } = useConfirm();
  const { run, isBusy } = useAction();
  const remove = async () => {
    const isSure = await confirm({
      title: t.doNotCall.removeQuestion(entry.phone_number),
      text: t.doNotCall.removeText,
      action: t.doNotCall.remove,
    });
    if (!isSure) return;
    await run(() => requests.removeFromDoNotCall(entry.phone_number), t.doNotCall.removed);
    void queryClient.invalidateQueries({ queryKey: ['do-not-call'] });
  };
  return (
    <Button isBusy={isBusy} onClick={() => void remove()}>
      {t.doNotCall.remove}
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
  const [typed, setTyped] = useState(value);
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
        label={t.doNotCall.find}
        type="search"
        placeholder={t.doNotCall.findHint}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {value !== '' && (
        <Button look="quiet" onClick={() => onFind(undefined)}>
          {t.doNotCall.clear}
        </Button>
      )}
    </form>
  );
}
