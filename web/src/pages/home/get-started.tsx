import type { ReactNode } from 'react';
import { queryClient } from '../../api/queries';
import { ownRequests } from '../../api/own-requests';
import type { Home } from '../../api/types';
import { Button } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { useAction } from '../../layout/use-action';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** Until all is done; hidden for one person, in every browser. */
export function GetStarted({ steps }: { readonly steps: Home['steps'] }) {
  const { run, isBusy } = useAction();
  if (Object.values(steps).every(Boolean)) return null;
  const hide = () =>
    run(async () => queryClient.setQueryData(['preferences'], await ownRequests.hideGetStarted(true)));
  const entries: readonly (readonly [keyof Home['steps'], ReactNode])[] = [
    [
      'agent',
      <Link key="agent" to="/agents/new">
        {t.home.steps.agent}
      </Link>,
    ],
    [
      'call',
      <Link key="call" to="/calls" state={{ newCall: { test: true, name: t.home.tryName } }}>
        {t.home.steps.call}
      </Link>,
    ],
    [
      'batch',
      <Link key="batch" to="/batches/new">
        {t.home.steps.batch}
      </Link>,
    ],
    [
      'webhook',
      <Link key="webhook" to="/webhook">
        {t.home.steps.webhook}
      </Link>,
    ],
    [
      'team',
      <Link key="team" to="/settings/members">
        {t.home.steps.team}
      </Link>,
    ],
  ];
  return (
    <section className={styles.start} aria-labelledby="get-started">
      <div className={styles.startHead}>
        <h2 id="get-started">{t.home.start}</h2>
        <Button look="quiet" isBusy={isBusy} onClick={() => void hide()}>
          {t.home.hide}
        </Button>
      </div>
      <ol className={styles.steps}>
        {entries.map(([step, link]) => (
          <li key={step} data-done={steps[step]}>
            <span className={styles.mark}>{steps[step] && <Icon name="check" />}</span>
            {link}
            {steps[step] && <span className="hidden">{t.home.done}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
