import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { Button } from '../components/button/button';
import { Dialog, DialogButtons } from '../components/dialog/dialog';
import styles from '../components/form/form.module.css';
import { t } from '../messages/en';
import { useConfirm } from './confirmation';
import { FormError, type Submitting, useSubmit } from './form';
import { useDismissal } from './leave-guard';
import { useToast } from './toast';

interface DialogFormProps {
  /** The label of the button that opened it: its title, and its last button. */
  readonly words: string;
  readonly sending: Submitting;
  readonly onClose: () => void;
  readonly result?: ReactNode;
  /** In place of the form, which cannot be sent, or was. */
  readonly instead?: ReactNode;
  /** A failure to load what the form needs. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

export function DialogForm({ words, sending, onClose, result, instead, above, children }: DialogFormProps) {
  const dismiss = useDismissal(sending.isChanged && !result && !instead, onClose);
  return (
    <Dialog title={words} onClose={dismiss}>
      {above}
      {instead ? (
        instead
      ) : result ? (
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

interface Sending<Values extends FieldValues> {
  readonly values: DefaultValues<Values>;
  /** Resolves with the toast of its end, empty for none; null: the dialog stays open. */
  readonly send: (values: Values, form: UseFormReturn<Values>) => Promise<string | null>;
  readonly fieldOf?: (apiField: string) => string | null;
  readonly onClose: () => void;
}

/** The form of a dialog that ends with its success. Requests the password where needed. */
export function useDialogForm<Values extends FieldValues>(options: Sending<Values>) {
  const { values, send, fieldOf, onClose } = options;
  const form = useForm<Values>({ defaultValues: values });
  const toast = useToast();
  const { confirmed } = useConfirm();
  const submit = async (sent: Values) => {
    const done = await confirmed(() => send(sent, form));
    if (done === null) return;
    if (done !== '') toast({ text: done });
    onClose();
  };
  return { form, sending: useSubmit(form, submit, fieldOf) };
}
