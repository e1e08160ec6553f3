import type { Batch } from '../../api/types';
import Ranking from '../../components/chart/ranking';
import { Link } from '../../components/link/link';
import { Part } from '../../components/part/part';
import { Status } from '../../components/status/status';
import { shownNumber } from '../../lib/shown-time';
import { labelInWords } from '../../lib/text';
import { t } from '../../messages/en';
import styles from './page.module.css';

export function Counts({ batch }: { readonly batch: Batch }) {
  return (
    <Part title={t.batch.counts}>
      <ul className={styles.counts}>
        {Object.entries(batch.counts).map(([status, count]) => (
          <li key={status}>
            <Link
              to="/calls"
              search={{ batch: batch.id, status }}
              data-testid={`count-${status}`}
              data-value={count}
            >
              <Status status={status} />
              <span className={styles.count}>{shownNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Outcomes({ outcomes }: { readonly outcomes: Batch['outcomes'] }) {
  return (
    <Ranking
      title={t.batch.outcomes}
      what={t.batch.outcome}
      count={t.batch.calls}
      rows={outcomes.map(({ disposition, count }) => ({ name: labelInWords(disposition), count }))}
      empty={t.batch.noOutcomes}
    />
  );
}
