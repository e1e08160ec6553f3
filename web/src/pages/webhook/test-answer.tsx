import type { DeliveryStory } from '../../api/types';
import { Copy } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { indented } from '../../lib/indented';
import { shown } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** What the endpoint answered to a test. */
export function TestAnswer({ story: { id, answer } }: { readonly story: DeliveryStory }) {
  const body = answer?.body_start ?? null;
  return (
    <div className={styles.answer}>
      <div className={styles.head}>
        <h3 id="test-answer">{t.webhook.testAnswer}</h3>
        {body !== null && body !== '' && <Copy text={body} label={t.common.copy} />}
      </div>
      {body !== null && body !== '' ? (
        <pre className={styles.pre} dir="auto" tabIndex={0} role="region" aria-labelledby="test-answer">
          {shown(indented(body))}
        </pre>
      ) : (
        <p className={styles.soft}>
          {answer === null
            ? t.delivery.noAnswer
            : body === null
              ? t.delivery.hiddenBody
              : t.delivery.emptyBody}
        </p>
      )}
      <Link to="/webhook/deliveries/$id" params={{ id }}>
        {t.webhook.wholeDelivery}
      </Link>
    </div>
  );
}
