import type { ReactNode } from 'react';
import { Button } from '../components/button/button';
import { Dialog, DialogButtons } from '../components/dialog/dialog';
import styles from '../components/form/form.module.css';
import { Secret } from '../components/secret/secret';
import { t } from '../messages/en';
import { useDismissal } from './leave-guard';

interface SecretDialogProps {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly testId: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once. Leaving without confirming that it is stored needs a confirmation. */
export function SecretDialog({ title, text, secret, testId, children, onClose }: SecretDialogProps) {
  const dismiss = useDismissal(true, onClose, LEAVE);
  return (
    <Dialog title={title} onClose={dismiss}>
      <div className={styles.form}>
        <p role="status">{text}</p>
        <Secret text={secret} testId={testId} />
        {children}
      </div>
      <DialogButtons>
        <Button look="main" onClick={onClose}>
          {t.secrets.stored}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const LEAVE = {
  title: t.secrets.leave,
  text: t.secrets.leaveText,
  action: t.secrets.leaveNow,
  back: t.secrets.stay,
};
