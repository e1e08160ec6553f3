import { requests } from '../../api/requests';
import type { Member, Role } from '../../api/types';
import { Name } from '../../components/name/name';
import { DialogForm, useDialogForm } from '../../layout/dialog-form';
import { t } from '../../messages/en';
import { RolesField } from './roles-field';

export default function ChangeRoles({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { form, sending } = useDialogForm<{ roles: Role[] }>({
    values: { roles: [...member.roles] },
    send: async (sent) => {
      const { effects } = await requests.changeMember(member.id, { roles: sent.roles });
      return t.members.rolesChanged(effects.human_calls_canceled);
    },
    onClose,
  });
  const roles = form.watch('roles');
  const endsCalls = member.roles.includes('COUNSELLOR') && !roles.includes('COUNSELLOR');
  return (
    <DialogForm words={t.members.changeRoles} sending={sending} onClose={onClose}>
      <p>
        <Name>{member.name}</Name>
      </p>
      <RolesField
        value={roles}
        error={form.formState.errors.roles?.message}
        onChange={(chosen) => form.setValue('roles', chosen)}
      />
      <p role="status">{endsCalls && t.counsellors.deactivateText}</p>
    </DialogForm>
  );
}
