import { EVERY } from '../../api/live';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import type { Delivery } from '../../api/types';
import { Failed } from '../../components/failed/failed';
import { Link } from '../../components/link/link';
import { Part } from '../../components/part/part';
import { Time } from '../../components/time/time';
import styles from '../../components/timeline/timeline.module.css';
import { t } from '../../messages/en';
import { useSignedIn } from '../session';
import { ActionButton } from '../use-action';

interface DeliveriesProps {
  readonly callId: string;
  /** The call is final and analysed: until then its events are sent at a new status alone. */
  readonly isOver: boolean;
}

export function Deliveries(props: DeliveriesProps) {
  const { account } = useSignedIn();
  return account.scopes.includes('webhooks:manage') ? <Attempts {...props} /> : null;
}

function Attempts({ callId, isOver }: DeliveriesProps) {
  const deliveries = useLive({
    key: ['call-deliveries', callId],
    load: (signal) => requests.deliveriesOf(callId, signal),
    every: isOver ? EVERY.deliveries : EVERY.once,
  });
  const attempts = deliveries.data?.data ?? [];
  const events = [...new Set(attempts.map(({ event_id }) => event_id))];
  return (
    <Part title={t.call.deliveries}>
      {deliveries.error && <Failed error={deliveries.error} retry={() => void deliveries.refetch()} />}
      {deliveries.data && attempts.length === 0 && <p className="soft">{t.call.noDeliveries}</p>}
      {attempts.length > 0 && (
        <ol className={styles.timeline}>
          {attempts.map((attempt) => (
            <li key={attempt.id} data-id={attempt.id}>
              <Link to="/webhook/deliveries/$id" params={{ id: attempt.id }}>
                {resultOf(attempt)}
              </Link>
              <span className={styles.at}>
                <Time at={attempt.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {events.map((event) => (
        <p key={event}>
          <ActionButton
            words={t.call.redeliver}
            act={() => requests.redeliver(event)}
            done={t.call.redelivered}
            after={(success) => success && void deliveries.refetch()}
          />
        </p>
      ))}
    </Part>
  );
}

function resultOf({ type, attempt, delivered, status_code, error }: Delivery): string {
  const result = delivered ? t.call.delivered : t.call.notDelivered;
  const why = [status_code === null ? '' : String(status_code), error ?? ''].filter(Boolean).join(' ');
  return `${type}, ${t.call.attempt.toLowerCase()} ${attempt}: ${result}${why === '' ? '' : ` (${why})`}`;
}
