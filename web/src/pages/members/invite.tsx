import { useState } from 'react';
import { requests } from '../../api/requests';
import type { Role, Warning } from '../../api/types';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { outerField, useMakeOnce } from '../../layout/form';
import { Warnings } from '../../layout/new-call/queue-notes';
import { TextFields } from '../../layout/page-form';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

interface Added {
  readonly welcome_email_sent: boolean;
  readonly warnings: readonly Warning[];
}

export default function Invite({ onClose }: { readonly onClose: () => void }) {
  const [added, setAdded] = useState<Added | null>(null);
  const makeOnce = useMakeOnce();
  const { form, sending } = useDialogForm<{ name: string; email: string; roles: Role[] }>({
    values: { name: '', email: '', roles: ['STAFF'] },
    send: async (body) => {
      setAdded(await makeOnce(body, (key) => requests.addMember(body, key)));
      return null;
    },
    fieldOf: outerField,
    onClose,
  });
  const result = added && (
    <>
      <p>{t.members.invited}</p>
      <p>{added.welcome_email_sent ? t.members.mailSent : t.members.noMail}</p>
      <Warnings of={added.warnings} />
    </>
  );
  return (
    <DialogForm words={t.members.invite} sending={sending} onClose={onClose} result={result}>
      <TextFields
        form={form}
        of={{ name: { label: t.members.name }, email: { label: t.members.email, type: 'email' } }}
      />
      <RolesField
        value={form.watch('roles')}
        error={form.formState.errors.roles?.message}
        onChange={(roles) => form.setValue('roles', roles)}
      />
    </DialogForm>
  );
}
