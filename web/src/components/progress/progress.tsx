import { shownNumber } from '../../lib/shown-time';
import { t } from '../../messages/en';
import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly of: number;
}

export function Progress({ label, done, of }: ProgressProps) {
  return (
    <span className={styles.progress} data-value={done}>
      <span>{t.batches.ofAll(shownNumber(done), shownNumber(of))}</span>
      <progress className={styles.bar} aria-label={label} value={done} max={Math.max(1, of)} />
    </span>
  );
}
