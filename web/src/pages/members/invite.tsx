import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Role, Warning } from '../../api/types';
import { Input } from '../../components/field/field';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm, Warnings } from '../../layout/dialog-form';
import { fieldProps, useMakeOnce, useSubmit, outerField } from '../../layout/form';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

interface Added {
  readonly welcome_email_sent: boolean;
  readonly warnings: readonly Warning[];
}

export default function Invite({ onClose }: { readonly onClose: () => void }) {
  const { form, sending, added } = useInvite();
  const { errors } = form.formState;
  return (
    <DialogForm
      words={t.members.invite}
      sending={sending}
      onClose={onClose}
      result={
        added && (
          <>
            <p>{t.members.invited}</p>
            <p>{added.welcome_email_sent ? t.members.mailSent : t.members.noMail}</p>
            <Warnings warnings={added.warnings} />
          </>
        )
      }
    >
      <Input label={t.members.name} autoComplete="off" {...fieldProps(form, 'name')} />
      <Input label={t.members.email} type="email" autoComplete="off" {...fieldProps(form, 'email')} />
      <RolesField
        value={form.watch('roles')}
        error={errors.roles?.message}
        onChange={(roles) => form.setValue('roles', roles)}
      />
    </DialogForm>
  );
}

/** The form of an invitation, and what came of it once sent. */
function useInvite() {
  const { confirmed } = useConfirm();
  const [added, setAdded] = useState<Added | null>(null);
  const form = useForm<{ name: string; email: string; roles: Role[] }>({
    defaultValues: { name: '', email: '', roles: ['STAFF'] },
  });
  const makeOnce = useMakeOnce();
  const sending = useSubmit(
    form,
    async (body) => {
      setAdded(await makeOnce(body, (key) => confirmed(() => requests.addMember(body, key))));
    },
    outerField,
  );
  return { form, sending, added };
}
