import type { WebhookStats } from '../../api/types';
import { Part } from '../../components/part/part';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** In the last 24 hours; "–" for none. */
export function Rate({ stats }: { readonly stats: WebhookStats }) {
  const { attempts, delivered, success_rate: rate, failed_events: failed } = stats;
  return (
    <Part title={t.webhook.lastDay}>
      <p className={styles.rate}>
        <span className="soft">{t.webhook.rate}</span>
        <strong data-testid="success-rate" data-value={rate ?? ''} className={styles.value}>
          {rate === null ? t.common.none : percent(rate)}
        </strong>
        <span className="soft">
          {rate === null
            ? t.webhook.noAttempts
            : t.webhook.rateOf(shownNumber(delivered), attempts, shownNumber(attempts))}
          {failed > 0 && ` · ${t.webhook.failedEvents(failed, shownNumber(failed))}`}
        </span>
      </p>
    </Part>
  );
}

/** Rounded down, so that only no failure is 100 %. */
function percent(rate: number): string {
  return `${shownNumber(Math.floor(rate * 1_000) / 10)} %`;
}
