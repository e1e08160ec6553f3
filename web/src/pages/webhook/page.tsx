import type { ReactNode } from 'react';
import { queryClient } from '../../api/queries';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { lazyPart } from '../../components/lazy/lazy';
import { Part } from '../../components/part/part';
import { DialogButton } from '../../layout/buttons/dialog-button';
import { Page } from '../../layout/page';
import { t } from '../../messages/en';
import { Deliveries } from './deliveries';
import { Endpoint } from './endpoint';
import { Rate } from './rate';
import { useWebhook } from './use-webhook';

const SetEndpoint = lazyPart(() => import('./set-endpoint'));
const RedeliverFailed = lazyPart(() => import('./redeliver-failed'));

const refresh = () => {
  for (const part of ['webhook', 'deliveries', 'webhook-stats']) {
    void queryClient.invalidateQueries({ queryKey: [part] });
  }
};

export default function WebhookPage(): ReactNode {
  const { endpoint, deliveries, stats, error, retry } = useWebhook();
  const isReady = endpoint !== undefined && deliveries.data && stats;
  const url = endpoint?.url ?? '';
  return (
    <Page
      name="webhook"
      title={t.webhook.title}
      state={isReady ? 'ready' : error ? 'error' : 'loading'}
      actions={
        <DialogButton
          look="main"
          words={t.webhook.set}
          dialog={SetEndpoint}
          with={{ url }}
          onClose={refresh}
        />
      }
    >
      {error && <Failed error={error} retry={retry} />}
      {!isReady && !error && <Skeleton lines={12} />}
      {isReady && (
        <>
          {endpoint ? (
            <Endpoint endpoint={endpoint} onDone={refresh} />
          ) : (
            <Empty hint={t.webhook.emptyText}>{t.webhook.empty}</Empty>
          )}
          <Rate stats={stats} />
          <Part title={t.webhook.deliveries} actions={endpoint && <RedeliverButton />}>
            <Deliveries list={deliveries} />
          </Part>
        </>
      )}
    </Page>
  );
}

function RedeliverButton() {
  return <DialogButton words={t.webhook.redeliverFailed} dialog={RedeliverFailed} onClose={refresh} />;
}
