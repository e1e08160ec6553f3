import { useContext } from 'react';
import { nowMs } from '../../api/clock';
import type { Home } from '../../api/types';
import { Zone } from '../../components/time/time';
import { shortTime, shownNumber } from '../../lib/shown-time';
import { inWords } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

export function Held({ held }: { readonly held: Home['held'] }) {
  const zone = useContext(Zone);
  return (
    <section className={styles.section} aria-labelledby="held-now" data-testid="held">
      <h2 id="held-now">{t.home.held}</h2>
      {held.length === 0 ? (
        <p className="soft">{t.home.nothingHeld}</p>
      ) : (
        <ul>
          {held.map(({ reason, until, count }) => (
            <li key={reason} data-reason={reason}>
              {t.home.heldLine(
                count,
                shownNumber(count),
                t.holds.get(reason) ?? inWords(reason).toLowerCase(),
                until === null ? null : shortTime(until, zone, nowMs()),
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
