import { Button } from '../../components/button/button';
import styles from '../../components/failed/failed.module.css';
import { t } from '../../messages/en';
import { conflict as texts } from '../../messages/en/conflict';
import { useConfirm } from '../confirmation';

interface ConflictProps {
  readonly problem: string;
  /** Reloading drops changes, so it needs a confirmation. */
  readonly isChanged: boolean;
  readonly onReload: () => void;
}

/** The stored record is newer than the one that was changed: nothing is overwritten. */
export function Conflict({ problem, isChanged, onReload }: ConflictProps) {
  const { confirm } = useConfirm();
  const reload = async () => {
    if (!isChanged || (await confirm(QUESTION))) onReload();
  };
  return (
    <div role="alert" className={styles.failed}>
      <div>
        <p>{problem}</p>
        <p className="soft small">{texts.text}</p>
      </div>
      <Button onClick={() => void reload()}>{t.common.reload}</Button>
    </div>
  );
}

const QUESTION = {
  title: texts.question,
  text: texts.questionText,
  action: t.common.reload,
  back: t.common.stay,
};
