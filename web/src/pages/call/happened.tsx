import { useContext } from 'react';
import { useLive } from '../../api/queries';
import { requests } from '../../api/requests';
import { Skeleton } from '../../components/empty/empty';
import { Failed } from '../../components/failed/failed';
import { Name } from '../../components/name/name';
import { Part } from '../../components/part/part';
import { Time, Zone } from '../../components/time/time';
import styles from '../../components/timeline/timeline.module.css';
import { dayOf, shownSecond, shownSpan } from '../../lib/shown-time';
import { t } from '../../messages/en';
import { Phases } from './phases';

export function Happened({ id }: { readonly id: string }) {
  const timeline = useLive({ key: ['timeline', id], load: (signal) => requests.timeline(id, signal) });
  const zone = useContext(Zone);
  const steps = timeline.data?.data ?? [];
  return (
    <Part title={t.call.happened}>
      {timeline.error && <Failed error={timeline.error} retry={() => void timeline.refetch()} />}
      {timeline.isPending && <Skeleton lines={4} />}
      {steps.length > 0 && <Phases steps={steps} />}
      {timeline.data && (
        <ol className={styles.timeline}>
          {steps.map((entry, place) => {
            const before = steps[place - 1];
            const day = before ? dayOf(Date.parse(before.at), zone) : null;
            return (
              <li key={place} data-testid="timeline-entry" data-type={entry.type}>
                <Name>{entry.message}</Name>
                <span className={styles.at}>
                  <Time at={entry.at}>{shownSecond(entry.at, zone, day)}</Time>
                  {before && (
                    <span>{t.call.after(shownSpan(Date.parse(entry.at) - Date.parse(before.at)))}</span>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Part>
  );
}
