import { Button } from '../../../components/button/button';
import { useConfirm } from '../../../layout/confirmation';
import { t } from '../../../messages/en';
import styles from './editor.module.css';

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
}

export function SaveBar({ isChanged, isNew, isBusy, onDiscard }: SaveBarProps) {
  const { confirm } = useConfirm();
  const discard = async () => {
    const isSure = await confirm({
      title: t.agent.discardQuestion,
      text: isNew ? t.agent.discardNewText : t.agent.discardText,
      action: t.agent.discard,
    });
    if (isSure) onDiscard();
  };
  return (
    <div className={styles.bar}>
      <Button look="main" type="submit" isBusy={isBusy}>
        {t.agent.save}
      </Button>
      {isChanged && (
        <>
          <Button onClick={() => void discard()}>{t.agent.discard}</Button>
          <p className={styles.soft}>
            <strong>{t.agent.unsaved}</strong> <span className={styles.wide}>{t.agent.kept}</span>
          </p>
        </>
      )}
    </div>
  );
}
