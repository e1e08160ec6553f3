import { Button } from '../../components/button/button';
import styles from '../../components/failed/failed.module.css';

interface ConflictProps {
  readonly problem: string;
  readonly text: string;
  readonly action: string;
  readonly onReload: () => void;
}

/** The stored record is newer than the one that was changed: nothing is overwritten. */
export function Conflict({ problem, text, action, onReload }: ConflictProps) {
  return (
    <div role="alert" className={styles.failed}>
      <div>
        <p>{problem}</p>
        <p className="soft small">{text}</p>
      </div>
      <Button onClick={onReload}>{action}</Button>
    </div>
  );
}
