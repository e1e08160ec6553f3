import { useForm } from 'react-hook-form';
import { requests } from '../api/requests';
import { queryClient } from '../api/queries';
import { Button } from '../components/button/button';
import { Dialog, DialogButtons } from '../components/dialog/dialog';
import dialogStyles from '../components/dialog/dialog.module.css';
import { Input } from '../components/field/field';
import { t } from '../messages/en';
import { fieldProps, FormError, useSubmit } from './form';
import { useIsMounted } from './use-is-mounted';

export default function ConfirmPassword({ onAnswer }: { readonly onAnswer: (isYes: boolean) => void }) {
  const form = useForm({ defaultValues: { password: '' } });
  const isMounted = useIsMounted();
  const { submit, isBusy, error } = useSubmit(form, async ({ password }) => {
    const session = await requests.confirm(password);
    queryClient.setQueryData(['session'], session);
    // Another dialog may have replaced this one, and waits for its own answer.
    if (isMounted.current) onAnswer(true);
  });
  return (
    <Dialog title={t.common.confirm} onClose={() => onAnswer(false)}>
      <form onSubmit={submit} noValidate>
        <FormError error={error} />
        <p className={dialogStyles.text}>{t.common.confirmText}</p>
        <br />
        <Input
          label={t.common.password}
          type="password"
          autoComplete="current-password"
          {...fieldProps(form, 'password')}
        />
        <DialogButtons>
          <Button onClick={() => onAnswer(false)}>{t.common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy}>
            {t.common.confirm}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
