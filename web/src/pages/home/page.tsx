import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { nowMs } from '../../api/clock';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Home as HomeAnswer } from '../../api/types';
import { Combobox } from '../../components/combobox/combobox';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Input } from '../../components/field/field';
import { lazyPart } from '../../components/lazy/lazy';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { dayOf, shownNumber } from '../../lib/shown-time';
import type { Search } from '../../lib/search';
import { t } from '../../messages/en';
import { GetStarted } from './get-started';
import { Held } from './held';
import styles from './page.module.css';
import type { Range } from './range';
import { Tiles } from './tiles';

const Charts = lazyPart(() => import('./charts'));

export default function Home(): ReactNode {
  const { account } = useSignedIn();
  const search = useAddress();
  const navigate = useNavigate({ from: '/' });
  const today = dayOf(nowMs(), account.timezone);
  const range: Range = { from: search.from ?? today, to: search.to ?? today, agent: search.agent ?? '' };
  // Without days in the address the service selects today.
  const query = { from: search.from ?? '', to: search.to ?? '', agent_id: range.agent };
  const home = useLive({
    key: ['home', query],
    load: (signal) => requests.home(query, signal),
    every: EVERY.home,
    keep: true,
  });
  const change = (to: Partial<Range>) =>
    void navigate({
      to: '/',
      search: (former: Search) => ({ ...former, ...search, ...to }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      name="home"
      title={t.home.title}
      state={home.data ? 'ready' : home.isError ? 'error' : 'loading'}
      actions={<Choice range={range} onChange={change} />}
    >
      {home.error && <Failed error={home.error} retry={() => void home.refetch()} />}
      {home.data ? <Story home={home.data} range={range} /> : <Placeholder isWaiting={home.isPending} />}
    </Page>
  );
}

function Placeholder({ isWaiting }: { readonly isWaiting: boolean }) {
  return <div className={styles.placeholder}>{isWaiting && <Skeleton lines={10} />}</div>;
}

function Story({ home, range }: { readonly home: HomeAnswer; readonly range: Range }) {
  const unpaid = home.held.filter(({ reason }) => reason === 'insufficient_credits');
  const count = unpaid.reduce((sum, one) => sum + one.count, 0);
  return (
    <div className={styles.story}>
      {count > 0 && (
        <p className={styles.banner} role="status">
          {t.home.outOfCredits(t.home.countCalls(count, shownNumber(count)))}
        </p>
      )}
      <GetStarted steps={home.steps} />
      <Tiles home={home} range={range} />
      <Held held={home.held} />
      <Suspense fallback={<div className={styles.charts} />}>
        <Charts home={home} />
      </Suspense>
    </div>
  );
}

function Choice({
  range,
  onChange,
}: {
  readonly range: Range;
  readonly onChange: (to: Partial<Range>) => void;
}) {
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const choices = (agents.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.choice}>
      <Input
        label={t.home.from}
        type="date"
        required
        value={range.from}
        max={range.to}
        onChange={({ target }) => {
          if (target.value !== '')
            onChange({ from: target.value, to: range.to < target.value ? target.value : range.to });
        }}
      />
      <Input
        label={t.home.to}
        type="date"
        required
        value={range.to}
        onChange={({ target }) => {
          if (target.value !== '')
            onChange({ to: target.value, from: range.from > target.value ? target.value : range.from });
        }}
      />
      <Combobox
        label={t.home.agent}
        choices={[{ value: '', label: t.home.allAgents }, ...choices]}
        value={range.agent}
        onChange={(agent) => onChange({ agent })}
      />
    </div>
  );
}
