import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient, useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { DeliveryStory } from '../../api/types';
import { Failed } from '../../components/failed/failed';
import { Id } from '../../components/id/copy';
import { CallLink } from '../../components/link/call-link';
import { Facts, Part } from '../../components/part/part';
import { Status } from '../../components/status/status';
import { Time } from '../../components/time/time';
import { useAddressId } from '../../layout/address';
import { Page } from '../../layout/page';
import { NotLoaded, type RecordPage } from '../../layout/record-page/not-loaded';
import { StatusLine } from '../../layout/record-page/record-page';
import { ActionButton } from '../../layout/use-action';
import { useIsMounted } from '../../layout/use-is-mounted';
import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Answer, Request } from './story';

export default function DeliveryPage(): ReactNode {
  const id = useAddressId();
  return <OneDelivery key={id} id={id} />;
}

const PAGE: RecordPage = {
  name: 'delivery',
  title: t.delivery.title,
  unknown: t.delivery.unknown,
  list: '/webhook',
  toList: t.delivery.toWebhook,
};

function OneDelivery({ id }: { readonly id: string }) {
  const story = useLive({ key: ['delivery', id], load: (signal) => requests.delivery(id, signal) });
  const { data, error } = story;
  const retry = () => void story.refetch();
  if (error?.status === 404 || !data) return <NotLoaded page={PAGE} error={error} retry={retry} />;
  return (
    <Page
      name="delivery"
      title={t.delivery.title}
      state="ready"
      actions={<Redeliver event={data.event_id} />}
    >
      {error && <Failed error={error} retry={retry} />}
      <Story story={data} />
    </Page>
  );
}

function Story({ story }: { readonly story: DeliveryStory }) {
  const { type, attempt, delivered, error, duration_ms, at, next_attempt_at: next, call_id: call } = story;
  return (
    <>
      <StatusLine>
        <Status status={delivered ? 'delivered' : 'failed'} testId="delivery-result" />
        <span>{type}</span>
        <span>{t.delivery.attempt(shownNumber(attempt))}</span>
        <Time at={at} />
        <span className="soft">{t.delivery.took(shownNumber(duration_ms))}</span>
      </StatusLine>
      {error !== null && <p>{error}</p>}
      {next !== null && (
        <p>
          {t.delivery.next} <Time at={next} />
        </p>
      )}
      <Request request={story.request} />
      <Answer answer={story.answer} />
      <Part title={t.delivery.details}>
        <Facts
          isWide
          facts={[
            [t.delivery.id, <Id key="id" id={story.id} />],
            [t.delivery.event, <Id key="event" id={story.event_id} />],
            [
              t.delivery.call,
              call !== null && (
                <>
                  <CallLink id={call}>{t.call.title}</CallLink> <Id id={call} />
                </>
              ),
            ],
          ]}
        />
      </Part>
    </>
  );
}

function Redeliver({ event }: { readonly event: string }) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const open = async (id: string) => {
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    // An endpoint may need 10 s, and the person may be elsewhere.
    if (isMounted.current) await navigate({ to: '/webhook/deliveries/$id', params: { id } });
  };
  return (
    <ActionButton
      words={t.delivery.redeliver}
      look="main"
      act={async () => open((await requests.redeliver(event)).id)}
      done={t.delivery.redelivered}
    />
  );
}
