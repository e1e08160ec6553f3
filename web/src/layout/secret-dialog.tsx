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
  /** null: the response with it was lost. */
  readonly secret: string | null;
  /** Shown in its place. */
  readonly lost?: string;
  readonly testId: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once. Leaving without confirming that it is stored needs a confirmation. */
export function SecretDialog({ title, text, secret, lost, testId, children, onClose }: SecretDialogProps) {
  const dismiss = useDismissal(secret !== null, onClose, LEAVE);
  return (
    <Dialog title={title} onClose={dismiss}>
      <div className={styles.form}>
        <p role="status">{secret === null ? lost : text}</p>
        {secret !== null && <Secret text={secret} testId={testId} />}
        {children}
      </div>
      <DialogButtons>
        <Button look="main" onClick={onClose}>
          {secret === null ? t.common.close : t.secrets.stored}
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
