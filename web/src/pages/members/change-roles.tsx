import { useForm } from 'react-hook-form';
import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { Name } from '../../components/name/name';
import { useAsk } from '../../layout/ask';
import { DialogForm } from '../../layout/dialog-form';
import { useSubmit } from '../../layout/form';
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
  const sending = useSubmit(form, async ({ roles }) => {
    await confirmed(() => requests.changeMember(member.id, { roles }));
    tell({ text: t.members.rolesChanged });
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
        onChange={(roles) => {
          form.setValue('roles', roles);
        }}
      />
    </DialogForm>
  );
}
