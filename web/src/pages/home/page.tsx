import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nowMs } from '../../api/clock';
import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { ownRequests } from '../../api/own-requests';
import { requests } from '../../api/requests';
import type { Home as HomeAnswer, Insights } from '../../api/types';
import { Skeleton } from '../../components/empty/empty';
import { Link } from '../../components/link/link';
import { useAddress } from '../../layout/address';
import { FailedParts } from '../../layout/failed-parts';
import { Page } from '../../layout/page';
import { useSignedIn } from '../../layout/session';
import { dayOf, shownNumber } from '../../lib/shown-time';
import type { Search } from '../../lib/search';
import { useFirstShown } from '../../layout/use-first-shown';
import { t } from '../../messages/en';
import Charts from './charts';
import { Choice } from './choice';
import { GetStarted } from './get-started';
import { Held } from './held';
import styles from './page.module.css';
import type { Range } from './range';
import { Tiles } from './tiles';

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
  const agents = useLive({ key: ['agents'], load: requests.agents });
  const insights = useInsights(query);
  const shownInsights = useFirstShown(insights.data);
  // Nothing moves when they are there: what is hidden was never shown.
  const preferences = useLive({ key: ['preferences'], load: ownRequests.preferences });
  const shown = useFirstShown(preferences.isPending ? undefined : home.data);
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
      state={shown ? 'ready' : home.isError ? 'error' : 'loading'}
      actions={<Choice range={range} today={today} agents={agents.data?.data ?? []} onChange={change} />}
    >
      <FailedParts of={[home, insights, agents]} />
      {shown ? (
        <Story
          home={shown}
          insights={shownInsights}
          range={range}
          today={today}
          hidesSteps={preferences.data?.get_started_hidden ?? false}
        />
      ) : (
        <Placeholder isWaiting={home.isPending} />
      )}
    </Page>
  );
}

function useInsights(query: Parameters<typeof ownRequests.insights>[0]) {
  return useLive({
    key: ['insights', query],
    load: (signal) => ownRequests.insights(query, signal),
    every: EVERY.insights,
    keep: true,
  });
}

function Placeholder({ isWaiting }: { readonly isWaiting: boolean }) {
  return <div className={styles.placeholder}>{isWaiting && <Skeleton lines={10} />}</div>;
}

interface StoryProps {
  readonly home: HomeAnswer;
  readonly insights: Insights | undefined;
  readonly range: Range;
  readonly today: string;
  readonly hidesSteps: boolean;
}

function Story({ home, insights, range, today, hidesSteps }: StoryProps) {
  const unpaid = home.held.filter(({ reason }) => reason === 'insufficient_credits');
  const count = unpaid.reduce((sum, one) => sum + one.count, 0);
  return (
    <div className={styles.story}>
      {count > 0 && (
        <p className="warning" role="status">
          {t.home.outOfCredits(count, shownNumber(count))}
        </p>
      )}
      <FailingWebhook events={insights?.failed_events ?? 0} />
      {!hidesSteps && <GetStarted steps={home.steps} />}
      <Tiles home={home} range={range} today={today} insights={insights} />
      <Held held={home.held} />
      <Charts home={home} insights={insights} />
    </div>
  );
}

/** For those who may open its page. */
function FailingWebhook({ events }: { readonly events: number }) {
  const { account } = useSignedIn();
  if (events === 0 || !account.scopes.includes('webhooks:manage')) return null;
  return (
    <p className="warning" role="status">
      {t.home.webhookFails(events, shownNumber(events))}{' '}
      <Link to="/webhook" search={{ result: 'failed' }}>
        {t.home.seeWebhook}
      </Link>
    </p>
  );
}
