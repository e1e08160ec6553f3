import { Button } from '../../../components/button/button';
import { useAsk } from '../../../layout/ask';
import { t } from '../../../messages/en';
import styles from './editor.module.css';

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
}

/** Stays in view below the form. */
export function SaveBar({ isChanged, isNew, isBusy, onDiscard }: SaveBarProps) {
  const { ask } = useAsk();
  const discard = async () => {
    const isSure = await ask({
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
