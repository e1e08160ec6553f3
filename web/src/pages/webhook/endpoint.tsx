import { useState } from 'react';
import { ownRequests } from '../../api/own-requests';
import { requests } from '../../api/requests';
import type { DeliveryStory, Webhook, WebhookTest } from '../../api/types';
import { Button } from '../../components/button/button';
import { lazyPart } from '../../components/lazy/lazy';
import { Name } from '../../components/name/name';
import { Facts, Part } from '../../components/part/part';
import { Command } from '../../components/secret/secret';
import { Time } from '../../components/time/time';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { ActionButton, useAction } from '../../layout/use-action';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { TestAnswer } from './test-answer';

const RotateSecret = lazyPart(() => import('../../layout/rotate-secret'));

interface EndpointProps {
  readonly endpoint: Webhook;
  /** The endpoint or its deliveries have changed. */
  readonly onDone: () => void;
}

export function Endpoint({ endpoint, onDone }: EndpointProps) {
  const { test, result, story, isTesting } = useTest(onDone);
  return (
    <Part title={t.webhook.endpoint}>
      <Facts
        facts={[
          [t.webhook.url, <Name key="url">{endpoint.url}</Name>],
          [t.webhook.secret, t.webhook.endsWith(endpoint.secret_last4)],
          [t.webhook.changed, <Time key="changed" at={endpoint.updated_at} />],
        ]}
      />
      <div className={styles.actions}>
        <Button isBusy={isTesting} onClick={() => void test()}>
          {t.webhook.test}
        </Button>
        <DialogButton
          words={t.webhook.rotate}
          dialog={RotateSecret}
          with={{ rotate: requests.rotateSecret }}
          onClose={onDone}
        />
        <ActionButton
          words={t.webhook.stop}
          ask={{ title: t.webhook.stopQuestion, text: t.webhook.stopText }}
          act={requests.removeWebhook}
          done={t.webhook.stopped}
          after={onDone}
        />
      </div>
      <p role="status" data-testid="test-result" className={styles.result}>
        {result && resultOf(result)}
      </p>
      {story && <TestAnswer story={story} />}
      <HowToVerify />
    </Part>
  );
}

/** Sends a test event, and reads how its delivery went. */
function useTest(onDone: () => void) {
  const { run, isBusy: isTesting } = useAction();
  const [result, setResult] = useState<WebhookTest | null>(null);
  const [story, setStory] = useState<DeliveryStory | null>(null);
  const test = async () => {
    setResult(null);
    setStory(null);
    await run(async () => {
      const tested = await requests.testWebhook();
      setResult(tested);
      setStory(await ownRequests.deliveryOf(tested.event_id));
    });
    onDone();
  };
  return { test, result, story, isTesting };
}

const VERIFY = `import { Webhook } from 'standardwebhooks';

const event = new Webhook(process.env.WEBHOOK_SECRET).verify(rawBody, request.headers);`;

function resultOf({ delivered, status_code, duration_ms, error }: WebhookTest): string {
  return delivered && status_code !== null
    ? t.webhook.testDelivered(status_code, shownNumber(duration_ms))
    : t.webhook.testFailed(error ?? '');
}

function HowToVerify() {
  return (
    <details className={styles.verify}>
      <summary>{t.webhook.verify}</summary>
      <p>{t.webhook.verifyText}</p>
      <Command text={VERIFY} />
      <p>
        {t.webhook.verifyMore} <a href="/docs">{t.common.apiReference}</a>.
      </p>
    </details>
  );
}
