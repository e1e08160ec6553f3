import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { t } from '../../messages/en';
import { Button } from '../button/button';
import { DialogButtons } from '../dialog/dialog';
import styles from '../dialog/dialog.module.css';
import { popups } from '../popups/popups';

export interface Question {
  readonly title: string;
  readonly text?: string | undefined;
  readonly action: string;
  readonly back?: string | undefined;
  /** Nothing is lost for good: no colour of danger. */
  readonly isMild?: boolean | undefined;
}

interface ConfirmProps extends Question {
  readonly onAnswer: (isYes: boolean) => void;
}

/** Confirms an action that cannot be undone; the focus is on the way out. */
export default function Confirm({ title, text, action, back, isMild, onAnswer }: ConfirmProps) {
  const way = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onAnswer(false);
      }}
    >
      <AlertDialog.Portal container={popups()}>
        <AlertDialog.Backdrop className={styles.backdrop ?? ''} />
        <AlertDialog.Popup className={`${styles.dialog ?? ''} ${styles.question ?? ''}`} initialFocus={way}>
          <AlertDialog.Title className={styles.title ?? ''}>{title}</AlertDialog.Title>
          {text !== undefined && (
            <AlertDialog.Description className={styles.text ?? ''}>{text}</AlertDialog.Description>
          )}
          <DialogButtons>
            <Button ref={way} onClick={() => onAnswer(false)}>
              {back ?? t.common.cancel}
            </Button>
            <Button look={isMild ? 'main' : 'danger'} onClick={() => onAnswer(true)}>
              {action}
            </Button>
          </DialogButtons>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
