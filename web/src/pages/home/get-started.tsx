import { type ReactNode, useState } from 'react';
import type { Home } from '../../api/types';
import { Button } from '../../components/button/button';
import { Icon } from '../../components/icon/icon';
import { Link } from '../../components/link/link';
import { useSignedIn } from '../../layout/session';
import { writeLocal, readLocal } from '../../lib/local-storage';
import { t } from '../../messages/en';
import styles from './page.module.css';

const hiddenFor = (accountId: string) => `aics.get-started-hidden.${accountId}`;

/** Until all is done or the user hides it. */
export function GetStarted({ steps }: { readonly steps: Home['steps'] }) {
  const { account } = useSignedIn();
  const [isHidden, setHidden] = useState(readLocal(hiddenFor(account.id)) !== null);
  if (isHidden || Object.values(steps).every(Boolean)) return null;
  const entries: readonly (readonly [keyof Home['steps'], ReactNode])[] = [
    [
      'agent',
      <Link key="agent" to="/agents/new">
        {t.home.steps.agent}
      </Link>,
    ],
    [
      'call',
      <Link key="call" to="/calls" state={{ newCall: {} }}>
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
        <Button
          look="quiet"
          onClick={() => {
            writeLocal(hiddenFor(account.id), 'yes');
            setHidden(true);
          }}
        >
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
