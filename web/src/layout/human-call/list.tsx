import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import { nowMs } from '../../api/clock';
import type { HumanCall } from '../../api/human-calls';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Icon } from '../../components/icon/icon';
import { lazyPart } from '../../components/lazy/lazy';
import { Link } from '../../components/link/link';
import { Name } from '../../components/name/name';
import { Paging } from '../../components/table/paging';
import { Table } from '../../components/table/table';
import { Zone } from '../../components/time/time';
import { shownTime } from '../../lib/shown-time';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { useAddress } from '../address';
import { Page } from '../page';
import { useSignedIn } from '../session';
import { columnsOf } from './columns';
import styles from './human-call.module.css';
import { wantsDisposition } from './standing';
import type { Whose } from './whose';

const StartCall = lazyPart(() => import('./start'));

/** The page of human calls, newest first. */
export function HumanCallList({ whose }: { readonly whose: Whose }): ReactNode {
  const { account } = useSignedIn();
  const { after } = useAddress();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const columns = useMemo(() => columnsOf(whose), [whose]);
  const calls = useLive({
    key: [whose.listPage, after],
    ask: (signal) => whose.requests.list(after, signal),
    every: EVERY.calls,
    keep: true,
  });
  const go = (to: string | undefined) => {
    void navigate({ to: whose.list, search: (former: Search) => ({ ...former, after: to }) });
  };
  const rows = calls.data?.data ?? [];
  const mayStart = !whose.isMine || account.can_call;
  return (
    <Page
      name={whose.listPage}
      title={whose.title}
      state={calls.data ? 'ready' : calls.isError ? 'error' : 'loading'}
      actions={
        mayStart && (
          <Button
            look="main"
            onPointerEnter={() => void StartCall.preload()}
            onClick={() => {
              setStarting(true);
            }}
          >
            <Icon name="plus" />
            {t.humanCalls.start}
          </Button>
        )
      }
    >
      {!mayStart && (
        <p className={styles.notice}>
          <Name>{t.humanCalls.cannotCall(account.blocked_reason ?? '')}</Name>{' '}
          <Link to="/profile">{t.humanCalls.toProfile}</Link>
        </p>
      )}
      {calls.error && <Failed error={calls.error} retry={() => void calls.refetch()} />}
      {calls.isPending && <Skeleton lines={8} />}
      {whose.isMine && after === undefined && <Unsaved whose={whose} calls={rows} />}
      {calls.data && rows.length === 0 && <Empty>{t.humanCalls.empty}</Empty>}
      {rows.length > 0 && (
        <div className={styles.rows} aria-busy={calls.isPlaceholderData || undefined}>
          <Table caption={whose.title} columns={columns} rows={rows} idOf={({ id }) => id} />
        </div>
      )}
      {calls.data && (
        <Paging
          hasMore={calls.data.has_more}
          isFirst={after === undefined}
          onOlder={() => {
            go(rows.at(-1)?.id);
          }}
          onNewest={() => {
            go(undefined);
          }}
        />
      )}
      <Suspense>
        {isStarting && (
          <StartCall
            whose={whose}
            onClose={() => {
              setStarting(false);
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}

const ASKED_FOR_MS = 24 * 3_600_000;
const ASKED_AT_ONCE = 3;

/** Asks what came of the newest calls that ended in the last day. */
function Unsaved({ whose, calls }: { readonly whose: Whose; readonly calls: readonly HumanCall[] }) {
  const zone = useContext(Zone);
  const asked = calls
    .filter((call) => wantsDisposition(call) && nowMs() - Date.parse(call.ended_at ?? '') < ASKED_FOR_MS)
    .slice(0, ASKED_AT_ONCE);
  return (
    <div role="status">
      {asked.length > 0 && (
        <div className={styles.notice}>
          <p>{t.humanCalls.unsaved}</p>
          <ul>
            {asked.map(({ id, phone_number, created_at }) => (
              <li key={id}>
                <Link to={whose.one} params={{ id }}>
                  {t.humanCalls.unsavedOne(phone_number, shownTime(created_at, zone))}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
