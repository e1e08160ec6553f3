import { type ReactNode, Suspense, useState } from 'react';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { lazyPart } from '../../components/lazy/lazy';
import { Part } from '../../components/part/part';
import { Page } from '../../layout/page';
import { t } from '../../messages/en';
import { Deliveries } from './deliveries';
import { Endpoint } from './endpoint';
import { Rate } from './rate';
import { useWebhook } from './use-webhook';

const SetEndpoint = lazyPart(() => import('./set-endpoint'));
const RotateSecret = lazyPart(() => import('../../layout/rotate-secret'));
const RedeliverFailed = lazyPart(() => import('./redeliver-failed'));

type Popup = 'set' | 'rotate' | 'redeliver';

const refresh = () => {
  for (const part of ['webhook', 'deliveries', 'webhook-stats']) {
    void queryClient.invalidateQueries({ queryKey: [part] });
  }
};

export default function WebhookPage(): ReactNode {
  const [popup, setPopup] = useState<Popup | null>(null);
  const { endpoint, deliveries, stats, error, retry } = useWebhook();
  const isReady = endpoint !== undefined && deliveries && stats;
  const close = () => {
    // A late response for a dismissed dialog closes no other one.
    setPopup((now) => (now === popup ? null : now));
    refresh();
  };
  const opener = (which: Popup, label: string, look: 'main' | 'plain') => (
    <Button look={look} onPointerEnter={() => void PARTS[which].preload()} onClick={() => setPopup(which)}>
      {label}
    </Button>
  );
  return (
    <Page
      name="webhook"
      title={t.webhook.title}
      state={isReady ? 'ready' : error ? 'error' : 'loading'}
      actions={opener('set', t.webhook.set, 'main')}
    >
      {error && <Failed error={error} retry={retry} />}
      {!isReady && !error && <Skeleton lines={12} />}
      {isReady && (
        <>
          {endpoint ? (
            <Endpoint endpoint={endpoint} onRotate={() => setPopup('rotate')} onDone={refresh} />
          ) : (
            <NoEndpoint />
          )}
          <Rate stats={stats} />
          <Part
            title={t.webhook.deliveries}
            actions={endpoint && opener('redeliver', t.webhook.redeliverFailed, 'plain')}
          >
            <Deliveries rows={deliveries.data} hasMore={deliveries.has_more} />
          </Part>
        </>
      )}
      <Dialog popup={popup} url={endpoint?.url ?? ''} onClose={close} />
    </Page>
  );
}

const PARTS = { set: SetEndpoint, rotate: RotateSecret, redeliver: RedeliverFailed };

function NoEndpoint() {
  return <Empty hint={t.webhook.emptyText}>{t.webhook.empty}</Empty>;
}

interface DialogProps {
  readonly popup: Popup | null;
  readonly url: string;
  readonly onClose: () => void;
}

function Dialog({ popup, url, onClose }: DialogProps) {
  return (
    <Suspense>
      {popup === 'set' && <SetEndpoint url={url} onClose={onClose} />}
      {popup === 'rotate' && <RotateSecret rotate={requests.rotateSecret} onClose={onClose} />}
      {popup === 'redeliver' && <RedeliverFailed onClose={onClose} />}
    </Suspense>
  );
}
