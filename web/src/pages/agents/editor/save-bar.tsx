import { Button } from '../../../components/button/button';
import { LongFormBar } from '../../../components/form/long-form';
import { useConfirm } from '../../../layout/confirmation';
import { t } from '../../../messages/en';
import { conflict } from '../../../messages/en/conflict';
import styles from './editor.module.css';

/** Where the page is too narrow to keep the test panel in view. */
export const TEST_PART_ID = 'test-agent';

export interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
}

export function SaveBar({ isChanged, isNew, isBusy, onDiscard }: SaveBarProps) {
  const { confirm } = useConfirm();
  const discard = async () => {
    const isSure = await confirm({
      title: conflict.question,
      text: isNew ? t.agent.discardNewText : t.agent.discardText,
      action: t.agent.discard,
    });
    if (isSure) onDiscard();
  };
  return (
    <LongFormBar>
      <Button look="main" type="submit" isBusy={isBusy}>
        {t.agent.save}
      </Button>
      {isChanged && (
        <>
          <Button onClick={() => void discard()}>{t.agent.discard}</Button>
          <p className="soft">
            <strong>{t.agent.unsaved}</strong> <span className={styles.wide}>{t.agent.kept}</span>
          </p>
        </>
      )}
      <Button
        look="quiet"
        className={styles.toTest}
        onClick={() => {
          const part = document.getElementById(TEST_PART_ID);
          part?.scrollIntoView({ block: 'start' });
          part
            ?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
            ?.focus({ preventScroll: true });
        }}
      >
        {t.agent.toTest}
      </Button>
    </LongFormBar>
  );
}
