import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import type { CallFilters } from '../../api/call-filters';
import { requests } from '../../api/requests';
import { Button, buttonLink } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Link } from '../../components/link/link';
import { useAddress } from '../../layout/address';
import { ListPage } from '../../layout/list-page';
import { useSignedIn } from '../../layout/session';
import type { NewCallDefaults } from '../../lib/new-call-defaults';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { Chips } from './chips';
import { CALL_COLUMNS, ENDED_CALL_COLUMNS } from './columns';
import { Filters, useChoices } from './filters';
import { useSelection } from './selection';
import { Sets } from './sets';

const NewCall = lazyPart(() => import('../../layout/new-call/new-call'));

export default function Calls(): ReactNode {
  const { account } = useSignedIn();
  const search = useAddress();
  const { change, clear } = useFilterChange();
  const [newCall, setNewCall] = useNewCall();
  const choices = useChoices();
  const { after, ...filters } = search;
  const calls = useCalls(search);
  const rows = calls.data?.data ?? [];
  const isFiltered = Object.keys(filters).some((name) => name !== 'account');
  const mayCall = account.scopes.includes('calls:write');
  const columns = search.dates === 'ended' ? ENDED_CALL_COLUMNS : CALL_COLUMNS;
  const selection = useSelection(rows, JSON.stringify(search));
  return (
    <ListPage
      name="calls"
      title={t.calls.title}
      caption={t.calls.table}
      list={calls}
      also={choices}
      columns={mayCall ? [selection.column, ...columns] : columns}
      empty={isFiltered || after !== undefined ? t.calls.noMatch : t.calls.empty}
      lines={12}
      reserve
      onPage={(next) => change({ after: next })}
      actions={mayCall && <Actions onNewCall={() => setNewCall({})} />}
      above={
        <>
          <Filters filters={filters} onChange={change} />
          <Chips filters={filters} onChange={change} onClear={clear} />
          {rows.length > 0 && <Sets filters={filters} selection={selection} />}
        </>
      }
    >
      {newCall && <NewCall words={t.calls.newCall} defaults={newCall} onClose={() => setNewCall(null)} />}
    </ListPage>
  );
}

function useCalls(search: CallFilters) {
  return useLive({
    key: ['calls', search],
    load: (signal) => requests.calls(search, signal),
    every: EVERY.calls,
    keep: true,
  });
}

/** Each change returns to the newest page, except one to another page. */
function useFilterChange() {
  const navigate = useNavigate({ from: '/calls' });
  return {
    change: (to: CallFilters) =>
      void navigate({
        to: '/calls',
        search: (former: Search) => ({ ...former, ...to, after: to.after }),
        resetScroll: false,
      }),
    clear: () => void navigate({ to: '/calls', search: ({ account: id }: Search) => ({ account: id }) }),
  };
}

/** What the dialog begins with; another page may open it once, a reload does not. */
function useNewCall() {
  const navigate = useNavigate();
  const wanted = useLocation({ select: ({ state }) => state.newCall });
  const state = useState<NewCallDefaults | null>(wanted ?? null);
  useEffect(() => {
    if (wanted) void navigate({ to: '.', search: true, state: {}, replace: true, resetScroll: false });
  }, [wanted, navigate]);
  return state;
}

function Actions({ onNewCall }: { readonly onNewCall: () => void }) {
  return (
    <>
      <Link className={buttonLink()} to="/batches/new">
        {t.calls.upload}
      </Link>
      <Button
        look="main"
        onPointerEnter={() => void NewCall.preload()}
        onFocus={() => void NewCall.preload()}
        onClick={onNewCall}
      >
        <Icon name="plus" />
        {t.calls.newCall}
      </Button>
    </>
  );
}
