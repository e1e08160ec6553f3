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
  const roles = form.watch('roles');
  const endsCalls = member.roles.includes('COUNSELLOR') && !roles.includes('COUNSELLOR');
  const sending = useSubmit(form, async (sent) => {
    const { effects } = await confirmed(() => requests.changeMember(member.id, { roles: sent.roles }));
    toast({ text: t.members.rolesChanged(effects.human_calls_canceled) });
    onClose();
  });
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
