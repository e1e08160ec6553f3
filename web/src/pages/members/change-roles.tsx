import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { Button } from '../../components/button/button';
import { Dialog, DialogButtons } from '../../components/dialog/dialog';
import styles from '../../components/form/form.module.css';
import { Name } from '../../components/name/name';
import { useAsk } from '../../layout/ask';
import { FormError, useSubmit } from '../../layout/form';
import { useTell } from '../../layout/tell';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

/** The dialog that changes what a member may do. */
export default function ChangeRoles({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { confirmed } = useAsk();
  const tell = useTell();
  const form = useForm<{ roles: Role[] }>({ defaultValues: { roles: [...member.roles] } });
  const { submit, isBusy, error } = useSubmit(form, async ({ roles }) => {
    await confirmed(() => requests.changeMember(member.id, { roles }));
    tell({ text: t.members.rolesChanged });
    onClose();
  });
  return (
    <Dialog title={t.members.changeRoles} onClose={onClose}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <FormError error={error} />
        <p>
          <Name>{member.name}</Name>
        </p>
        <RolesField
          value={form.watch('roles')}
          error={form.formState.errors.roles?.message}
          onChange={(roles) => {
            form.setValue('roles', roles);
          }}
        />
        <DialogButtons>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy}>
            {t.members.changeRoles}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
