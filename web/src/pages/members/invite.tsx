import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Role, Warning } from '../../api/types';
import { Button } from '../../components/button/button';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import { Input } from '../../components/field/field';
import styles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { useAsk } from '../../layout/ask';
import { FormError, useIdempotencyKey, useSubmit } from '../../layout/form';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

interface Added {
  readonly welcome_email_sent: boolean;
  readonly warnings: readonly Warning[];
}

/** The dialog that adds a member. */
export default function Invite({ onClose }: { readonly onClose: () => void }) {
  const { confirmed } = useAsk();
  const [added, setAdded] = useState<Added | null>(null);
  const form = useForm<{ name: string; email: string; roles: Role[] }>({
    defaultValues: { name: '', email: '', roles: ['STAFF'] },
  });
  const { errors } = form.formState;
  const keyOf = useIdempotencyKey();
  const { submit, isBusy, error } = useSubmit(
    form,
    async (body) => {
      setAdded(await confirmed(() => requests.addMember(body, keyOf(body))));
    },
    (field) => field.split(/[.[]/, 1)[0] ?? field,
  );
  return (
    <Dialog title={t.members.invite} onClose={onClose}>
      {added ? (
        <>
          <div role="status" className={styles.form}>
            <p>{t.members.invited}</p>
            <p>{added.welcome_email_sent ? t.members.mailSent : t.members.noMail}</p>
            {added.warnings.map((warning) => (
              <p key={warning.code} className={styles.note}>
                <Name>{warning.message}</Name>
              </p>
            ))}
          </div>
          <DialogButtons>
            <Button look="main" onClick={onClose}>
              {t.common.close}
            </Button>
          </DialogButtons>
        </>
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <FormError error={error} />
          <Input
            label={t.members.name}
            autoComplete="off"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <Input
            label={t.members.email}
            type="email"
            autoComplete="off"
            error={errors.email?.message}
            {...form.register('email')}
          />
          <RolesField
            value={form.watch('roles')}
            error={errors.roles?.message}
            onChange={(roles) => {
              form.setValue('roles', roles);
            }}
          />
          <DialogButtons>
            <Button onClick={onClose}>{t.common.cancel}</Button>
            <Button look="main" type="submit" isBusy={isBusy}>
              {t.members.invite}
            </Button>
          </DialogButtons>
        </form>
      )}
    </Dialog>
  );
}
