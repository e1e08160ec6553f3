import { useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import { Button } from '../../components/button/button';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { FormError, useSubmit } from '../../layout/form';
import { useTell } from '../../layout/tell';
import { t } from '../../messages/en';

/** The dialog that puts a number on the list. */
export default function AddNumber({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ defaultValues: { phone_number: '' } });
  const tell = useTell();
  const { submit, isBusy, error } = useSubmit(
    form,
    async ({ phone_number: number }) => {
      if (number.trim() === '') {
        form.setError('phone_number', { message: t.common.required }, { shouldFocus: true });
        return;
      }
      await requests.addToDoNotCall(number.trim());
      void queryClient.invalidateQueries({ queryKey: ['do-not-call'] });
      tell({ text: t.doNotCall.added });
      onClose();
    },
    // The service names the part of the address.
    (field) => (field === 'number' || field === 'path.number' ? 'phone_number' : field),
  );
  return (
    <Dialog title={t.doNotCall.add} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError error={error} />
        <Input
          label={t.doNotCall.phoneNumber}
          type="tel"
          autoComplete="off"
          hint={t.doNotCall.numberHint}
          error={form.formState.errors.phone_number?.message}
          {...form.register('phone_number')}
        />
        <DialogButtons>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy}>
            {t.doNotCall.add}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
