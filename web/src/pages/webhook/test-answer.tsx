import type { DeliveryStory } from '../../api/types';
import { Code } from '../../components/code/code';
import { Copy } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { PartHead } from '../../components/part/part';
import { indented } from '../../lib/indented';
import { t } from '../../messages/en';
import styles from './page.module.css';

/** What the endpoint answered to a test. */
export function TestAnswer({ story: { id, answer } }: { readonly story: DeliveryStory }) {
  const body = answer?.body_start ?? null;
  return (
    <div className={styles.answer}>
      <PartHead>
        <h3>{t.webhook.testAnswer}</h3>
        {body !== null && body !== '' && <Copy text={body} label={t.common.copy} />}
      </PartHead>
      {body !== null && body !== '' ? (
        <Code label={t.webhook.testAnswer} text={indented(body)} />
      ) : (
        <p className="soft">
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
