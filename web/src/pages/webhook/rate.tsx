import type { WebhookStats } from '../../api/types';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** In the last 24 hours; "–" for none. */
export function Rate({ stats }: { readonly stats: WebhookStats }) {
  const { attempts, delivered, success_rate: rate, failed_events: failed } = stats;
  return (
    <section className={styles.section} aria-labelledby="last-day">
      <h2 id="last-day">{t.webhook.lastDay}</h2>
      <p className={styles.rate}>
        <span className={styles.soft}>{t.webhook.rate}</span>
        <strong data-testid="success-rate" data-value={rate ?? ''} className={styles.value}>
          {rate === null ? t.common.none : percent(rate)}
        </strong>
        <span className={styles.soft}>
          {rate === null
            ? t.webhook.noAttempts
            : t.webhook.rateOf(shownNumber(delivered), attempts, shownNumber(attempts))}
          {failed > 0 && ` · ${t.webhook.failedEvents(failed, shownNumber(failed))}`}
        </span>
      </p>
    </section>
  );
}

/** Rounded down, so that only no failure is 100 %. */
function percent(rate: number): string {
  return `${shownNumber(Math.floor(rate * 1_000) / 10)} %`;
}
