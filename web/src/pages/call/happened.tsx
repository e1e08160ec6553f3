import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { Time } from '../../components/time/time';
import { t } from '../../messages/en';
import styles from './page.module.css';

export function Happened({ id }: { readonly id: string }) {
  const timeline = useLive({ key: ['timeline', id], load: (signal) => requests.timeline(id, signal) });
  return (
    <Part title={t.call.happened}>
      {timeline.error && <Failed error={timeline.error} retry={() => void timeline.refetch()} />}
      {timeline.isPending && <Skeleton lines={4} />}
      {timeline.data && (
        <ol className={styles.timeline}>
          {timeline.data.data.map((entry, place) => (
            <li key={place} data-testid="timeline-entry" data-type={entry.type}>
              <Name>{entry.message}</Name>
              <span className={styles.at}>
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}
