import { type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '../../api/error';
import { EVERY } from '../../api/live';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Empty, Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { lazyPart } from '../../components/lazy/lazy';
import { useAddress } from '../../layout/address';
import { Page } from '../../layout/page';
import { t } from '../../messages/en';
import { Deliveries } from './deliveries';
import { Endpoint } from './endpoint';
import styles from './page.module.css';
import { Rate } from './rate';

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
  const { result, after } = useAddress();
  const [popup, setPopup] = useState<Popup | null>(null);
  const endpoint = useLive({
    key: ['webhook'],
    load: (signal) => requests.webhook(signal).catch(noneAsNull),
  });
  const deliveries = useLive({
    key: ['deliveries', result, after],
    load: (signal) =>
      requests.deliveries(
        { delivered: result === undefined ? undefined : result === 'delivered', starting_after: after },
        signal,
      ),
    every: EVERY.deliveries,
    keep: true,
  });
  // Loaded again when there is another attempt: only the list is polled every five seconds.
  const newest = deliveries.data?.data[0]?.id;
  const stats = useLive({
    key: ['webhook-stats', after === undefined ? newest : undefined],
    load: (signal) => requests.webhookStats(undefined, signal),
    keep: true,
    isOff: !deliveries.data,
  });
  const error = endpoint.error ?? deliveries.error ?? stats.error;
  const isReady = endpoint.data !== undefined && deliveries.data && stats.data;
  const retry = () => {
    void endpoint.refetch();
    void deliveries.refetch();
    void stats.refetch();
  };
  const close = () => {
    setPopup(null);
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
        <div className={styles.page}>
          {endpoint.data ? (
            <Endpoint endpoint={endpoint.data} onRotate={() => setPopup('rotate')} onDone={refresh} />
          ) : (
            <Empty>
              {t.webhook.empty}
              <span className={styles.emptyText}>{t.webhook.emptyText}</span>
            </Empty>
          )}
          <Rate stats={stats.data} />
          <section className={styles.section} aria-labelledby="deliveries">
            <div className={styles.head}>
              <h2 id="deliveries">{t.webhook.deliveries}</h2>
              {endpoint.data && opener('redeliver', t.webhook.redeliverFailed, 'plain')}
            </div>
            <Deliveries rows={deliveries.data.data} hasMore={deliveries.data.has_more} />
          </section>
        </div>
      )}
      <Suspense>
        {popup === 'set' && <SetEndpoint url={endpoint.data?.url ?? ''} onClose={close} />}
        {popup === 'rotate' && <RotateSecret rotate={requests.rotateSecret} onClose={close} />}
        {popup === 'redeliver' && <RedeliverFailed onClose={close} />}
      </Suspense>
    </Page>
  );
}

/** A missing endpoint is no failure. */
function noneAsNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404 && error.details.header === undefined) return null;
  throw error;
}

const PARTS = { set: SetEndpoint, rotate: RotateSecret, redeliver: RedeliverFailed };
