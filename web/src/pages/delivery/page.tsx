import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { DeliveryStory } from '../../api/types';
import { Button } from '../../components/button/button';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Id } from '../../components/id/copy';
import { Link } from '../../components/link/link';
import { Status } from '../../components/status/status';
import { Time } from '../../components/time/time';
import { useAddressId } from '../../layout/address';
import { Page } from '../../layout/page';
import { useAction } from '../../layout/use-action';
import { useIsMounted } from '../../layout/use-is-mounted';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './page.module.css';
import { Answer, Fact, Part, Request } from './story';

export default function DeliveryPage(): ReactNode {
  const id = useAddressId();
  return <OneDelivery key={id} id={id} />;
}

function OneDelivery({ id }: { readonly id: string }) {
  const story = useLive({ key: ['delivery', id], load: (signal) => requests.delivery(id, signal) });
  if (story.error?.status === 404) {
    return (
      <Page name="delivery" title={t.delivery.title} state="error">
        <p role="alert">{t.delivery.unknown}</p>
        <Link to="/webhook">{t.delivery.toWebhook}</Link>
      </Page>
    );
  }
  const { data, error } = story;
  return (
    <Page
      name="delivery"
      title={t.delivery.title}
      state={data ? 'ready' : error ? 'error' : 'loading'}
      actions={data && <Redeliver event={data.event_id} />}
    >
      {error && <Failed error={error} retry={() => void story.refetch()} />}
      {story.isPending && <Skeleton lines={12} />}
      {data && <Story story={data} />}
    </Page>
  );
}

function Story({ story }: { readonly story: DeliveryStory }) {
  const { type, attempt, delivered, error, duration_ms, at, next_attempt_at: next, call_id: call } = story;
  return (
    <>
      <div className={styles.state}>
        <Status status={delivered ? 'delivered' : 'failed'} testId="delivery-result" />
        <span>{type}</span>
        <span>{t.delivery.attempt(shownNumber(attempt))}</span>
        <Time at={at} />
        <span className={styles.soft}>{t.delivery.took(shownNumber(duration_ms))}</span>
      </div>
      {error !== null && <p className={styles.text}>{error}</p>}
      {next !== null && (
        <p>
          {t.delivery.next} <Time at={next} />
        </p>
      )}
      <Request request={story.request} />
      <Answer answer={story.answer} />
      <Part title={t.delivery.details}>
        <dl className={styles.facts}>
          <Fact name={t.delivery.id}>
            <Id id={story.id} />
          </Fact>
          <Fact name={t.delivery.event}>
            <Id id={story.event_id} />
          </Fact>
          {call !== null && (
            <Fact name={t.delivery.call}>
              <Link to={call.startsWith('hcall_') ? '/human-calls/$id' : '/calls/$id'} params={{ id: call }}>
                {t.call.title}
              </Link>{' '}
              <Id id={call} />
            </Fact>
          )}
        </dl>
      </Part>
    </>
  );
}

function Redeliver({ event }: { readonly event: string }) {
  const { run, isBusy } = useAction();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const redeliver = async () => {
    let made = '';
    const isDone = await run(async () => {
      made = (await requests.redeliver(event)).id;
    }, t.delivery.redelivered);
    if (!isDone) return;
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    // An endpoint may need 10 s, and the person may be elsewhere.
    if (isMounted.current) void navigate({ to: '/webhook/deliveries/$id', params: { id: made } });
  };
  return (
    <Button look="main" isBusy={isBusy} onClick={() => void redeliver()}>
      {t.delivery.redeliver}
    </Button>
  );
}
