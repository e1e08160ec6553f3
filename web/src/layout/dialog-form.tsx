import type { ReactNode } from 'react';
import type { Warning } from '../api/types';
import { Button } from '../components/button/button';
import { Dialog, DialogButtons } from '../components/dialog/dialog';
import styles from '../components/form/form.module.css';
import { Name } from '../components/name/name';
import { t } from '../messages/en';
import { FormError, type Submitting } from './form';
import { useDismissal } from './leave-guard';

interface DialogFormProps {
  /** The label of the button that opened it: its title, and its last button. */
  readonly words: string;
  readonly sending: Submitting;
  readonly onClose: () => void;
  readonly result?: ReactNode;
  readonly children: ReactNode;
}

export function DialogForm({ words, sending, onClose, result, children }: DialogFormProps) {
  const dismiss = useDismissal(sending.isChanged && !result, onClose);
  return (
    <Dialog title={words} onClose={dismiss}>
      {result ? (
        <>
          <div role="status" className={styles.form}>
            {result}
          </div>
          <DialogButtons>
            <Button look="main" onClick={onClose}>
              {t.common.close}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <form className={styles.form} onSubmit={sending.submit} noValidate>
          <FormError error={sending.error} />
          {children}
          <DialogButtons>
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button look="main" type="submit" isBusy={sending.isBusy}>
              {words}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  );
}

export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  return warnings.map(({ code, message }) => (
    <p key={code} className="soft">
      <Name>{message}</Name>
    </p>
  ));
}
