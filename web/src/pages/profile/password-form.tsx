import { useForm } from 'react-hook-form';
import { queryClient } from '../../api/queries';
import { requests } from '../../api/requests';
import { ApiError } from '../../api/error';
import { FormSection } from '../../components/form/form-section';
import { followSession } from '../../layout/enter';
import { useSubmit } from '../../layout/form';
import { useLeaveGuard } from '../../layout/leave-guard';
import { PageForm, TextFields } from '../../layout/page-form';
import { useToast } from '../../layout/toast';
import { t } from '../../messages/en';

/** A change of the password ends all other sessions. */
export function PasswordForm({ email }: { readonly email: string }) {
  const toast = useToast();
  const form = useForm({ defaultValues: { current_password: '', new_password: '' } });
  const { dirtyFields } = form.formState;
  // A password manager may fill in the current password by itself.
  useLeaveGuard(dirtyFields.new_password === true);
  const sending = useSubmit(form, async ({ current_password, new_password }) => {
    try {
      const session = await requests.changePassword(current_password, new_password);
      followSession(session);
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
      form.reset();
      toast({ text: t.profile.changed });
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.code !== 'wrong_credentials') throw thrown;
      throw new ApiError(thrown.status, thrown.code, t.profile.wrong, thrown.requestId, {
        field: 'current_password',
      });
    }
  });
  return (
    <FormSection title={t.profile.password}>
      <PageForm sending={sending} words={t.profile.change}>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextFields form={form} of={FIELDS} />
      </PageForm>
    </FormSection>
  );
}

const FIELDS = {
  current_password: { label: t.profile.current, type: 'password', autoComplete: 'current-password' },
  new_password: {
    label: t.profile.next,
    type: 'password',
    autoComplete: 'new-password',
    hint: t.setup.passwordHint,
  },
} as const;
