import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { Name } from '../../components/name/name';
import { useConfirm } from '../../layout/confirmation';
import { DialogForm } from '../../layout/dialog-form';
import { useSubmit } from '../../layout/form';
import { useToast } from '../../layout/toast';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

export default function ChangeRoles({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { confirmed } = useConfirm();
  const toast = useToast();
  const form = useForm<{ roles: Role[] }>({ defaultValues: { roles: [...member.roles] } });
  const sending = useSubmit(form, async ({ roles }) => {
    await confirmed(() => requests.changeMember(member.id, { roles }));
    toast({ text: t.members.rolesChanged });
    onClose();
  });
  return (
    <DialogForm words={t.members.changeRoles} sending={sending} onClose={onClose}>
      <p>
        <Name>{member.name}</Name>
      </p>
      <RolesField
        value={form.watch('roles')}
        error={form.formState.errors.roles?.message}
        onChange={(roles) => form.setValue('roles', roles)}
      />
    </DialogForm>
  );
}
