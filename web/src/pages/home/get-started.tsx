import type { ReactNode } from 'react';
import { queryClient } from '../../api/queries';
import { ownRequests } from '../../api/own-requests';
import type { Home, Scope } from '../../api/types';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { useSignedIn } from '../../layout/session';
import { ActionButton } from '../../layout/use-action';
import { t } from '../../messages/en';
import styles from './page.module.css';

type Step = keyof Home['steps'];

interface Entry {
  readonly link: ReactNode;
  /** That opens its page. */
  readonly scope: Scope;
}

const ENTRIES: Readonly<Record<Step, Entry>> = {
  agent: { scope: 'agents:manage', link: <Link to="/agents/new">{t.home.steps.agent}</Link> },
  call: {
    scope: 'calls:write',
    link: (
      <Link to="/calls" state={{ newCall: { test: true, name: t.home.tryName } }}>
        {t.home.steps.call}
      </Link>
    ),
  },
  batch: { scope: 'calls:write', link: <Link to="/batches/new">{t.home.steps.batch}</Link> },
  webhook: { scope: 'webhooks:manage', link: <Link to="/webhook">{t.home.steps.webhook}</Link> },
  team: { scope: 'account:manage', link: <Link to="/settings/members">{t.home.steps.team}</Link> },
};
const STEPS = Object.keys(ENTRIES) as Step[];

/** Until all is done; hidden for one person, in every browser. */
export function GetStarted({ steps }: { readonly steps: Home['steps'] }) {
  const { scopes } = useSignedIn().account;
  if (Object.values(steps).every(Boolean)) return null;
  return (
    <section className={styles.start} aria-labelledby="get-started">
      <div className={styles.startHead}>
        <h2 id="get-started">{t.home.start}</h2>
        <ActionButton
          words={t.home.hide}
          look="quiet"
          act={async () => queryClient.setQueryData(['preferences'], await ownRequests.hideGetStarted())}
        />
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step} data-done={steps[step]}>
            <span className={styles.mark}>{steps[step] && <Icon name="check" />}</span>
            {scopes.includes(ENTRIES[step].scope) ? ENTRIES[step].link : <OfAdmin step={step} />}
            {steps[step] && <span className="hidden">{t.home.done}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A step whose page this person may not open. */
function OfAdmin({ step }: { readonly step: Step }) {
  return (
    <span>
      {t.home.steps[step]} <span className="soft">{t.home.byAdmin}</span>
    </span>
  );
}
