import { Button } from '../../../components/button/button';
import styles from '../../../components/failed/failed.module.css';
import { t } from '../../../messages/en';

/** The agent is newer than the changed version: nothing is overwritten. */
export function Conflict({ onReload }: { readonly onReload: () => void }) {
  return (
    <div role="alert" className={styles.failed}>
      <div>
        <p>{t.agent.conflict}</p>
        <p className={styles.request}>{t.agent.conflictText}</p>
      </div>
      <Button onClick={onReload}>{t.agent.reload}</Button>
    </div>
  );
}
