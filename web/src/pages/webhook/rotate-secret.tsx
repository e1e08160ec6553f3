import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Select } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { useAsk } from '../../layout/ask';
import { FormError, useSubmit } from '../../layout/form';
import { t } from '../../messages/en';
import { NewSecret } from './new-secret';

/** The dialog that makes a new secret, and shows it once. */
export default function RotateSecret({ onClose }: { readonly onClose: () => void }) {
  const { confirmed } = useAsk();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm({ defaultValues: { previous_valid_for_seconds: '86400' } });
  const { submit, isBusy, error } = useSubmit(form, async ({ previous_valid_for_seconds: seconds }) => {
    setSecret((await confirmed(() => requests.rotateSecret(Number(seconds)))).secret);
  });
  if (secret !== null) return <NewSecret title={t.webhook.rotate} secret={secret} onClose={onClose} />;
  return (
    <Dialog title={t.webhook.rotate} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError error={error} />
        <Select
          label={t.webhook.oldSecret}
          hint={t.webhook.oldSecretHint}
          error={form.formState.errors.previous_valid_for_seconds?.message}
          {...form.register('previous_valid_for_seconds')}
        >
          {t.webhook.overlaps.map(([seconds, words]) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </Select>
        <DialogButtons>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy}>
            {t.webhook.rotate}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
